// The messages between server and browser. Made by `python -m heliopolis.server.typescript`
// from src/heliopolis/facts and src/heliopolis/server/messages: change them there.

/** An epoch is over, and why. */
export interface EpochEnded {
  event: "epoch-ended";
  epoch: number;
  /** The track of Ra is full, or no sun is face up. */
  why: "ra" | "suns";
}

/** How a seat compares with the others where the most and the fewest score; all who are tied score alike. */
export interface Standing {
  /** Equal: everyone has the same, so nobody scores. */
  place: "between" | "equal" | "fewest" | "most";
  count: number;
  most: number;
  fewest: number;
  /** The other seats in the same place; nobody where the place scores nothing. */
  tied: number[];
}

export type Draws = "sealed" | "table";

export type Scores = "hidden" | "open";

/** How a match ended. */
export interface Result {
  scores: number[];
  winners: number[];
}

export type View = RaView | DiceView;

/** A line of the record: what a seat did, or which tile it drew. */
export interface RaDeed {
  verb: "bid" | "discard" | "draw" | "invoke" | "pass" | "stop" | "take" | "tile";
  tile: string | null;
  sun: number | null;
}

/** A seat cannot bid (R13): it has no face-up sun, or none above the best bid. */
export interface Passed {
  event: "passed";
  seat: number;
  /** The bid that it cannot top; null without a face-up sun. */
  above: number | null;
}

/** The best bid takes the lot, and the centre sun for its own (R17). */
export interface AuctionWon {
  event: "auction-won";
  seat: number;
  sun: number;
  tiles: string[];
  /** The sun that was in the centre, and is the winner's now. */
  centre: number;
}

/** Nobody has bid (R15, R16). */
export interface AllPassed {
  event: "all-passed";
  /** What becomes of the tiles: they leave the game if Ra was invoked, else they stay. */
  tiles: "leave" | "stay";
}

/** A disaster takes tiles that leave no choice (R19-R22). */
export interface TilesLost {
  event: "tiles-lost";
  seat: number;
  tile: string;
  count: number;
  disaster: string;
}

/** What a seat has scored in an epoch that ended, and why. */
export interface RaScored {
  event: "scored";
  seat: number;
  points: number;
  reasons: RaReasons;
  /** What lay in front of it when it scored. */
  held: RaSeat;
}

export type RaEvent = Passed | AuctionWon | AllPassed | TilesLost | EpochEnded | RaScored;

/** Monuments of one kind that score for themselves (R31). */
export interface MonumentSet {
  tile: string;
  count: number;
  points: number;
}

/** What monuments score after the last epoch (R31). */
export interface Monuments {
  different: string[];
  different_points: number;
  sets: MonumentSet[];
}

/** How the sum of a seat's suns compares after the last epoch (R32). */
export interface SunSum {
  suns: number[];
  standing: Standing;
}

/** Why the numbers on a seat's score sheet are what they are (R26-R32). */
export interface RaReasons {
  pharaohs: Standing;
  /** How many were not spent, 2 points each. */
  gods?: number;
  /** How many, 3 points each. */
  gold?: number;
  /** With a Flood, every Nile and every Flood scores 1. */
  niles?: number;
  floods?: number;
  /** The different kinds. */
  civilization?: string[];
  /** Null before the last epoch: they are not scored yet. */
  monuments?: Monuments | null;
  /** Null before the last epoch: they are not scored yet. */
  suns?: SunSum | null;
}

/** What the disasters of one kind in a lot would take (R19, R20). */
export interface RaLoss {
  disaster: string;
  /** How many tiles they ask for; as many as there are. */
  owed: number;
  /** What would be lost: how many of each kind. Where there is a choice, what costs least. */
  tiles: Record<string, number>;
  /** Whether the taker chooses (R22). */
  choice: boolean;
}

/** The next step of what is collected: so many tiles more would bring so many points more (R30, R31). */
export interface RaStep {
  /** More different civilizations, more different monuments, more of one monument. */
  what: "civilization" | "monuments" | "set";
  /** Of which kind a set is. */
  tile: string | null;
  more: number;
  points: number;
}

/** Where a seat would stand with the lot, in what the lot changes. */
export interface RaLead {
  /** How its Pharaohs would compare; null where it has as many as before. */
  pharaohs: Standing | null;
  /** Niles that it would have without a Flood: they wait for one. */
  niles: number;
  losses: RaLoss[];
  steps: RaStep[];
  /** By the seat that wins the lot: what this one's Pharaohs would score more, or less, than now (R28). */
  won_by: number[];
}

/** The auction that is on. */
export interface RaAuction {
  ra_player: number;
  reason: "drawn" | "invoked";
  /** By seat: a sun, "pass", or null while it is still to come. */
  bids: (number | "pass" | null)[];
  best_bid: number | null;
  best_bidder: number | null;
  must_bid: boolean;
}

/** How many tiles disasters still cost the seat to act. */
export interface RaOwed {
  civilizations: number;
  monuments: number;
}

/** What lies in front of a player of Ra. */
export interface RaSeat {
  suns_up: number[];
  suns_down: number[];
  /** How many of each kind, by the tile's name. */
  tiles: Record<string, number>;
}

/** Everything that lies open on a table of Ra. */
export interface RaBoard {
  epoch: number;
  phase: "bidding" | "discarding" | "drawing" | "gods" | "over" | "turn";
  turn: number;
  ra_tiles: number;
  ra_spaces: number;
  centre_sun: number;
  /** The eight auction spaces. */
  track: (string | null)[];
  auction: RaAuction | null;
  owed: RaOwed | null;
  /** What is left in the bag: how many of each kind. */
  bag: Record<string, number>;
  bag_left: number;
  /** How likely the next tile is Ra, 0 to 1. */
  ra_chance: number;
  seats: RaSeat[];
  /** Why each finished epoch ended. */
  epoch_ends: ("ra" | "suns")[];
}

/** What a seat may see of a table of Ra. */
export interface RaView {
  game: "ra";
  edition: string;
  settings: Record<string, string>;
  players: string[];
  draws: Draws;
  scores: Scores;
  viewer: number | null;
  /** How many lines the record has. */
  lines: number;
  /** Whose move it is; while something is drawn by people, who draws; null when the match is over. */
  to_act: number | null;
  awaits: "chance" | "move" | null;
  /** What the viewer can do now, in the words of the record. */
  moves: string[];
  /** The edition's own words for `moves`, where they are not those of the record. */
  shown: Record<string, string>;
  /** By seat; null where the viewer may not know. */
  points: (number | null)[];
  /** The points after each finished epoch: epoch, seat; null where they are not known, as in `points`. */
  totals: ((number | null)[])[];
  /** The score sheets of finished epochs: epoch, seat, category. */
  breakdown: Record<string, number>[][];
  /** What each seat would score, by category, if the epoch ended now; null when the match is over. */
  preview: Record<string, number>[] | null;
  result: Result | null;
  board: RaBoard;
  /** Why each seat's `preview` is what it is. */
  reasons: RaReasons[] | null;
  /** What the tiles on the auction track would change for each seat, by category; monuments count in every epoch. */
  lot: Record<string, number>[] | null;
  /** What these tiles lead to for each seat. Null, like `lot`, where none lies there. */
  leads: RaLead[] | null;
  /** What more of what it has would bring to each seat; null when the match is over. */
  steps: RaStep[][] | null;
}

export type DieColour = "yellow" | "red" | "blue" | "green" | "violet";

export type Face = "Sun" | "Pharaoh" | "Nile" | "Civilization" | "Monument" | "Ankh";

export type Track = "pharaoh" | "nile";

export type Disaster = "pharaoh" | "nile" | "civilization" | "monument";

/** A die, and the face that it shows. */
export interface Rolled {
  colour: DieColour;
  face: Face;
}

/** A line of the record: what a seat did, or what it rolled. */
export interface DiceDeed {
  verb: "ankhs" | "civilization" | "disaster" | "discard-civilization" | "discard-monument" | "end" | "flood" | "keep" | "monument" | "nile" | "pharaoh" | "reroll" | "roll";
  rolled: Rolled[];
  /** The dice rolled again, the civilization spaces, or the row of a monument. */
  colours: DieColour[];
  steps: number | null;
  /** Of a monument. */
  column: string | null;
  /** The die that a flood marker leaves over, where that is a choice. */
  kept: "Ankh" | "Nile" | null;
  /** Null where none was declared. */
  disaster: Disaster | null;
  /** What Ankhs score at once (D12). */
  points: number | null;
}

/** Ra goes on along the Sun track (D13). */
export interface RaMoved {
  event: "ra-moved";
  steps: number;
  to: number;
  /** How long the track is. */
  track: number;
}

/** Suns bring points at once (D13). */
export interface SunsScored {
  event: "suns-scored";
  seat: number;
  points: number;
  suns: number;
}

/** A disaster moves a seat back on a track (D14). */
export interface MovedBack {
  event: "moved-back";
  seat: number;
  track: Track;
  steps: number;
}

/** A disaster takes a flood marker (D14). */
export interface FloodLost {
  event: "flood-lost";
  seat: number;
}

/** A disaster takes a civilization marker that leaves no choice (D14). */
export interface CivilizationLost {
  event: "civilization-lost";
  seat: number;
  colour: DieColour;
}

/** A disaster takes a monument that leaves no choice (D14). */
export interface MonumentLost {
  event: "monument-lost";
  seat: number;
  column: string;
  colour: DieColour;
}

/** What a seat has scored in an epoch that ended, and why. */
export interface DiceScored {
  event: "scored";
  seat: number;
  points: number;
  reasons: DiceReasons;
  /** What it had on the board when it scored. */
  held: DiceSeat;
}

export type DiceEvent = RaMoved | SunsScored | MovedBack | FloodLost | CivilizationLost | MonumentLost | EpochEnded | DiceScored;

/** Markers in one column that score for themselves (D19). */
export interface ColumnSet {
  column: string;
  count: number;
  points: number;
}

/** What monuments score after the last epoch (D19). */
export interface Columns {
  different: string[];
  different_points: number;
  sets: ColumnSet[];
}

/** Why the numbers on a seat's score sheet are what they are (D16-D19). */
export interface DiceReasons {
  /** By the spaces on the Pharaoh track. */
  pharaohs: Standing;
  /** The space on the Nile track: with a flood marker it scores its number. */
  nile?: number;
  floods?: number;
  /** The markers. */
  civilization?: DieColour[];
  /** Null before the last epoch: they are not scored yet. */
  monuments?: Columns | null;
}

/** How many dice an action takes now (D9-D11). A step on a track takes one. */
export interface DiceCosts {
  flood: number;
  /** For one marker, for two, and so on. */
  civilization: number[];
  /** For the next marker of the turn. */
  monument: number;
}

/** What a player of the dice game has on the board. */
export interface DiceSeat {
  pharaoh: number;
  nile: number;
  floods: number;
  civilization: DieColour[];
  /** The cells, as the column and the colour. */
  monuments: string[];
}

/** Everything that lies open on a table of the dice game. */
export interface DiceBoard {
  epoch: number;
  phase: "declaring" | "discarding" | "over" | "rerolling" | "rolling" | "using";
  turn: number;
  /** How many spaces Ra has to go. */
  sun_track: number;
  /** Where Ra stands. */
  ra: number;
  dice: Record<DieColour, Face | "rolling" | "used">;
  /** The dice that are locked on the Sun track. */
  suns: DieColour[];
  rolling: DieColour[];
  /** How many rerolls are left. */
  rerolls: number;
  /** How many markers the turn's monument action has placed. */
  built: number;
  /** What a disaster still costs the seat to act. */
  owed: number | null;
  disaster: Disaster | null;
  /** How many markers a civilization space can hold. */
  civilization_limit: number;
  /** By column and colour: the seat whose marker is there. */
  monuments: Record<string, Record<DieColour, number | null>>;
  seats: DiceSeat[];
  /** Why each finished epoch ended. */
  epoch_ends: "ra"[];
}

/** What a seat may see of a table of the dice game. */
export interface DiceView {
  game: "dice";
  edition: string;
  settings: Record<string, string>;
  players: string[];
  draws: Draws;
  scores: Scores;
  viewer: number | null;
  /** How many lines the record has. */
  lines: number;
  /** Whose move it is; while something is drawn by people, who draws; null when the match is over. */
  to_act: number | null;
  awaits: "chance" | "move" | null;
  /** What the viewer can do now, in the words of the record. */
  moves: string[];
  /** The edition's own words for `moves`, where they are not those of the record. */
  shown: Record<string, string>;
  /** By seat; null where the viewer may not know. */
  points: (number | null)[];
  /** The points after each finished epoch: epoch, seat; null where they are not known, as in `points`. */
  totals: ((number | null)[])[];
  /** The score sheets of finished epochs: epoch, seat, category. */
  breakdown: Record<string, number>[][];
  /** What each seat would score, by category, if the epoch ended now; null when the match is over. */
  preview: Record<string, number>[] | null;
  result: Result | null;
  board: DiceBoard;
  /** Why each seat's `preview` is what it is. */
  reasons: DiceReasons[] | null;
  costs: DiceCosts;
}

export const PROTOCOL = 3;

export const LONGEST_NAME = 20;

export const MOST_SEATS = 5;

export const MOST_TOKENS = 64;

export const MOST_CODED = 256;

export const LOBBY_PAGE = 50;

export const SHORTEST_ABSENCE = 15;

export const LONGEST_ABSENCE = 86400;

export type Colour = "orange" | "sky" | "green" | "yellow" | "blue" | "vermilion" | "purple";

export type SeatKind = "person" | "bot" | "open";

export type TableState = "waiting" | "running" | "over";

export const SHORTEST_BANK = 30;

export const LONGEST_BANK = 21600;

export const SHORTEST_INCREMENT = 5;

export const LONGEST_INCREMENT = 600;

export const LONGEST_MOVE = 336;

export const LONGEST_QUIET = 960;

/** Clocks for people who sit together: each has a time for the whole game, and gets some back for every move. */
export interface Live {
  kind: "live";
  /** Seconds that everyone begins with. */
  bank: number;
  /** Seconds that a move brings to whoever made it. */
  increment: number;
  /** Seconds that no clock ever exceeds. */
  cap: number;
}

/** Clocks for people who look in now and then: so many hours for every move. */
export interface Correspondence {
  kind: "correspondence";
  hours: number;
  /** The time zone of quiet hours and weekends, such as Europe/Vienna. */
  zone: string;
  /** The minute of the day from which on no clock counts; null where there are no quiet hours. */
  quiet_from: number | null;
  /** The minute at which that ends, perhaps of the next day. */
  quiet_to: number | null;
  /** Whether no clock counts on Saturdays and Sundays. */
  weekends: boolean;
}

export type Clock = Live | Correspondence;

/** Where the clocks of a table stand, at the moment of the message. */
export interface Clocks {
  /** What is left to each seat, in milliseconds; of a bot's seat it means nothing. */
  left: number[];
  /** Whose clock counts; null while a bot is to move. */
  seat: number | null;
  /** Whose time has run out: a bot makes the move that is due. */
  out: number | null;
  /** When the clock that counts runs out, in milliseconds since 1970. */
  deadline: number | null;
  /** Whether no clock counts at this moment, since it is a quiet hour or a weekend. */
  resting: boolean;
}

/** Who sits in a seat, as everyone may know. An open seat has no name yet. */
export interface Player {
  name: string;
  colour: Colour;
  kind: SeatKind;
  bot: string | null;
  /** The bot that plays for a person who is away, until they are back. */
  stand_in: string | null;
  /** Whether the person has left the seat to that bot for good. The record keeps their name. */
  for_good: boolean;
  /** Who plays in the seat since its first person handed it over. The record keeps the first one's name. */
  heir: string | null;
}

/** A table in a list, and at the head of its own page. */
export interface TableLine {
  table: string;
  game: string;
  edition: string;
  settings: Record<string, string>;
  players: Player[];
  open_seats: number;
  scores: Scores;
  draws: Draws;
  listed: boolean;
  state: TableState;
  /** When, in milliseconds since 1970. */
  created: number;
  /** When something last happened, in milliseconds since 1970. */
  changed: number;
  lines: number;
  to_act: number | null;
  /** Empty before the match is over. */
  winners: number[];
  /** After so many seconds without its person a bot plays for a seat; null where the others wait, or ask for it. */
  away_after: number | null;
  /** Which bot that is. */
  away_bot: string;
  /** The clocks that it is played with; null where nobody counts time. */
  clock: Clock | null;
  /** When the time of the seat that is to act runs out, in milliseconds since 1970. */
  deadline: number | null;
  /** The table of the rematch, if there is one. */
  next: string | null;
  /** The token to watch with, of a listed table. */
  spectate: string | null;
  /** The token to join with, of a listed table with an open seat. */
  invite: string | null;
  /** The seats that the given tokens hold; empty where none were given. */
  my_seats: number[];
  /** Whether its match begins from a position, not as the game does. */
  from_position: boolean;
}

/** A seat of a table to be: a person at this screen, a bot, or open for whoever has the invitation. */
export interface NewSeat {
  kind: SeatKind;
  /** A person needs one. A bot without one is named after its kind. */
  name?: string;
  /** The first free one when left out or taken. */
  colour?: Colour | null;
  /** Which bot, by its name in the catalogue. */
  bot?: string | null;
}

/** A table to be. */
export interface NewTable {
  game: string;
  seats: NewSeat[];
  edition?: string | null;
  settings?: Record<string, string>;
  /** When left out: open against bots, else as the game usually has it (R35). */
  scores?: Scores | null;
  draws?: Draws;
  listed?: boolean;
  /** Whether one browser may take several seats by the invitation. */
  several?: boolean;
  /** After so many seconds without its person a bot plays for a seat; the others wait or ask for it when left out. */
  away_after?: number | null;
  /** Which bot that is; the usual one of the game when left out. */
  away_bot?: string | null;
  /** The clocks that it is played with: nobody counts time when left out. */
  clock?: Clock | null;
  /** Whether it is to learn the game: the one person in `seats` gets the first game that the server has prepared. */
  lesson?: boolean;
  /** Where the match begins, in one line (docs/positions.md), which says the edition and the house rules, too. */
  position?: string | null;
}

/** Somebody follows an invitation. */
export interface JoinTable {
  invite: string;
  name: string;
  colour?: Colour | null;
}

/** Somebody wants to know to what an invitation leads. */
export interface AskInvitation {
  invite: string;
}

/** To what an invitation leads. */
export interface Invitation {
  table: TableLine;
  /** Those that nobody has. */
  colours: Colour[];
  /** Whether this browser has a seat there already. */
  seated: boolean;
  /** Whether one can sit down now. */
  open: boolean;
  /** Why not, in a sentence; empty where one can. */
  why: string;
}

/** The tokens that a browser keeps, to find its tables again. */
export interface Mine {
  tokens: string[];
}

/** The holder of a seat wants to play again. Asking twice gives the same table. */
export interface Rematch {
  table: string;
  token: string;
}

/** The token of a seat: whoever has it plays for it. */
export interface SeatKey {
  seat: number;
  token: string;
}

/** What a browser has to keep of a table. */
export interface TableKeys {
  table: string;
  seats: SeatKey[];
  invite: string | null;
  /** The token to watch with; null where it is not yours to give away. */
  spectate: string | null;
  /** The token of whoever made the table; null for everyone else. */
  host: string | null;
}

/** Why a request was refused. */
export interface Failure {
  error: string;
}

export type Purpose = "device" | "person";

/** Somebody leaves their seat to a bot for good. */
export interface GiveSeat {
  table: string;
  /** Of the seat. */
  token: string;
  /** Which bot, by its name in the catalogue; the one that plays for people who are away when left out. */
  bot?: string | null;
}

/** Whoever made a table lets bots take the open seats, so that it begins. */
export interface FillSeats {
  table: string;
  /** Of whoever made the table. */
  token: string;
  /** Which bot, by its name in the catalogue; the one that plays for people who are away when left out. */
  bot?: string | null;
}

/** Whoever made a table opens a seat again that somebody has taken; before the game begins. */
export interface TakeSeat {
  table: string;
  /** Of whoever made the table. */
  token: string;
  seat: number;
}

/** Whoever made a table does away with it; before the game begins. */
export interface CancelTable {
  table: string;
  /** Of whoever made the table. */
  token: string;
}

/** Somebody wants to go on at another device. */
export interface AskCode {
  /** All that is to come along: tokens of seats, and of tables that were made, to invite or to watch. */
  tokens: string[];
}

/** Somebody wants to give their seat to another person. */
export interface AskHandover {
  table: string;
  /** Of the seat. */
  token: string;
}

/** A code, to be used once. */
export interface Code {
  code: string;
  /** In milliseconds since 1970. */
  until: number;
  /** To so many tables it leads. */
  tables: number;
}

/** Somebody wants to know to what a code leads. */
export interface LookAtCode {
  code: string;
}

/** To what a code leads. */
export interface CodeTold {
  /** For another device of the same person, or for another person. */
  purpose: Purpose;
  /** `my_seats` are those that one gets. */
  tables: TableLine[];
  /** Whether this browser has all of them already. */
  here: boolean;
  /** In milliseconds since 1970. */
  until: number;
}

/** Somebody takes what a code gives. */
export interface UseCode {
  code: string;
  /** Of another person; a device needs none. */
  name?: string;
}

/** What a browser has to keep of the tables that it got by a code. */
export interface TablesMoved {
  tables: TableKeys[];
}

/** Somebody wants to see where their seats are open. */
export interface AskDevices {
  /** Of their seats. */
  tokens: string[];
}

/** A browser that holds a token of one of the seats. */
export interface Device {
  device: string;
  /** Such as Firefox on Android; null where it is not known. */
  name: string | null;
  /** When it got the first of its tokens, in milliseconds since 1970; null where it is not known. */
  made: number | null;
  /** When it last came to one of the tables, to some minutes; null where it is not known. */
  used: number | null;
  /** Whether it is the one that asks. */
  here: boolean;
  /** Where it holds one of the seats. */
  tables: string[];
}

/** Somebody takes their seats away from a device. */
export interface RevokeDevice {
  /** Of their seats. */
  tokens: string[];
  device: string;
}

/** Somebody wants to show an address of this server as a QR code. */
export interface DrawCode {
  address: string;
}

/** A QR code, without the margin of four modules that it needs. */
export interface QrCode {
  /** So many modules on each side. */
  size: number;
  /** Its dark modules, as the path of an SVG in which a module is 1 wide. */
  path: string;
}

/** Under which addresses others can reach this server, the best first. */
export interface Addresses {
  origins: string[];
}

/** An edition of a game, and its words. */
export interface EditionLine {
  name: string;
  title: string;
  fewest_players: number;
  most_players: number;
  /** What it calls things: points, sun, figure, ... */
  words: Record<string, string>;
  /** Its own names for kinds of tiles, by the name of the record. */
  tiles: Record<string, string>;
  /** Its own names for moves, by the word of the record. */
  moves: Record<string, string>;
  /** Whether the Sun Boat counts the Ra tiles. */
  boat: boolean;
}

/** A house rule: what may be played differently from the edition. */
export interface SettingLine {
  name: string;
  /** What people call it. */
  title: string;
  values: string[];
  /** What people call its values, as far as they have words; "" is what holds where nothing is chosen. */
  words: Record<string, string>;
  meaning: string;
  /** The rule that it changes; empty where it is none by itself. */
  rule: string;
}

/** A game of the house. */
export interface GameLine {
  name: string;
  title: string;
  /** The usual one first. */
  editions: EditionLine[];
  settings: SettingLine[];
  /** The rows of its score sheets. */
  categories: string[];
  /** As its rulebook has it. */
  scores: Scores;
  /** Those of the bots that play it, by name. */
  bots: string[];
  /** Who sits down where nobody chose a bot. */
  usual_bot: string;
}

/** A bot that can sit in a seat. */
export interface BotLine {
  name: string;
  title: string;
  /** What to expect of it, in a sentence. */
  line: string;
  /** Whether it is made for people: these come first, the friendliest of them before the others. */
  level: boolean;
}

/** All there is to choose from. */
export interface Catalogue {
  protocol: number;
  version: string;
  games: GameLine[];
  bots: BotLine[];
  /** The bot that sits down where nobody chose one. */
  usual_bot: string;
  colours: Colour[];
  longest_name: number;
}

/** A paragraph of a rule, or a table. */
export interface RulePart {
  text: string;
  /** Of a table: the heads of the columns, then all others. */
  rows: string[][];
}

/** A rule, in plain text; lines are paragraphs. */
export interface RuleLine {
  id: string;
  /** Of the rules that belong together. */
  headline: string;
  text: string;
  /** The same, with tables as tables. */
  parts: RulePart[];
}

/** The rules of an edition. */
export interface RuleBook {
  title: string;
  sections: RuleLine[];
}

/** A line of a match of Ra. */
export interface RaLine {
  game: "ra";
  /** Its number in the record: the first is 1. */
  line: number;
  seat: number;
  /** Whether chance decided it, not the seat. */
  chance: boolean;
  /** The bot that played it for its person, who was away. */
  bot: string | null;
  deed: RaDeed;
  /** What followed by itself. */
  happened: RaEvent[];
}

/** A line of a match of the dice game. */
export interface DiceLine {
  game: "dice";
  /** Its number in the record: the first is 1. */
  line: number;
  seat: number;
  /** Whether chance decided it, not the seat. */
  chance: boolean;
  /** The bot that played it for its person, who was away. */
  bot: string | null;
  deed: DiceDeed;
  /** What followed by itself. */
  happened: DiceEvent[];
}

export type LogLine = RaLine | DiceLine;

/** A moment of a match: after a line of the record. */
export interface Frame {
  /** Null at the opening, before the first line. */
  told: LogLine | null;
  view: View;
}

/** A whole match, moment by moment, as a spectator of an open table sees it. */
export interface Replay {
  game: string;
  edition: string;
  players: Player[];
  frames: Frame[];
  result: Result | null;
}

/** A record to look at. */
export interface ReplayRecord {
  record: string;
}

/** A moment of a record. */
export interface RecordMoment {
  record: string;
  /** After so many lines. */
  line: number;
}

/** Where a match stood. */
export interface PositionLine {
  /** In one line (docs/positions.md); null where the game has no notation. */
  position: string | null;
}

/** Somebody asks what the expert would do, with the tokens of everyone at the table who is no bot. */
export interface AskHint {
  tokens: string[];
}

/** A legal move of Ra, judged. */
export interface RaOption {
  game: "ra";
  /** In the words of the record: send it as `word`. */
  word: string;
  /** The share of the win, 0 to 1. */
  win: number;
  /** The points in the end. */
  points: number;
  /** By how much its distance from the best may be wrong: half of an interval of 95 %. Null where nobody knows. */
  win_error: number | null;
  points_error: number | null;
  /** Whether all this is no estimate. */
  exact: boolean;
  deed: RaDeed;
}

/** A legal move of the dice game, judged. */
export interface DiceOption {
  game: "dice";
  /** In the words of the record: send it as `word`. */
  word: string;
  /** The share of the win, 0 to 1. */
  win: number;
  /** The points in the end. */
  points: number;
  /** By how much its distance from the best may be wrong: half of an interval of 95 %. Null where nobody knows. */
  win_error: number | null;
  points_error: number | null;
  /** Whether all this is no estimate. */
  exact: boolean;
  deed: DiceDeed;
}

export type OptionLine = RaOption | DiceOption;

/** What something on the table is worth to a player: by how much having it changes the end of the game. */
export interface WorthLine {
  /** What it is, in the game's own word. */
  kind: string;
  /** To whom. */
  seat: number;
  /** Which of several it is. */
  number: number | null;
  /** The share of the win that it brings. */
  win: number;
  /** Half of an interval of 95 %. */
  win_error: number;
  points: number;
  points_error: number;
}

/** What the expert would do for the seat to act. */
export interface Hint {
  /** The version of the table that it is for. */
  version: number;
  seat: number;
  /** Every legal move, the best first. */
  options: OptionLine[];
  /** What on the table speaks for the first, against the second; empty where nothing is judged. */
  why: string;
  /** Whether the expert had the time to judge the moves. Where not, ask again: it gets more. */
  judged: boolean;
  /** What is worth how much to whom. Empty in a game without such things, and where nothing is judged. */
  worths: WorthLine[];
}

/** A decision of a match that is over: all that could have been done, and what was. */
export interface DecisionLine {
  seat: number;
  epoch: number;
  /** Of which kind it is, in a word or two: "bid". */
  kind: string;
  /** What lay on the table. */
  scene: string;
  /** Every legal move, the best first. */
  options: OptionLine[];
  /** The place of the move that was made. */
  played: number;
  /** The place of the move with the most points, of those that do not clearly cost a share of the win. */
  richest: number;
  /** The place of the move to hold the best against where it was made: the best at first sight, or the next. */
  rival: number;
  /** Whether a share of the win was clearly lost: more than its interval is wide. */
  clear: boolean;
  clear_in_points: boolean;
  /** Whether the best was made, and what looked best at first sight would clearly have cost a share of the win. */
  insight: boolean;
  /** By how much the points that were lost may be wrong: half of an interval of 95 %. */
  points_error: number;
  /** Whether nothing of it is an estimate. */
  exact: boolean;
  /** What on the table speaks for the best move, against the one that was made, or against `rival`. */
  why: string;
  /** What speaks for the move with the most points; empty where it was made. */
  why_points: string;
  /** Where something was clearly lost: what was worth how much to whom. Empty in a game without such things. */
  worths: WorthLine[];
}

/** A line of the record, looked back at. */
export interface ReviewedLine {
  /** The moment is before it, after the line before. */
  line: number;
  /** Each seat's share of the win at that moment, 0 to 1. */
  wins: number[];
  /** The points that each seat will have in the end. */
  points: number[];
  /** Null where chance decided. */
  decision: DecisionLine | null;
}

/** Where a result came from: result = start + luck + own + others. */
export interface AccountLine {
  start: number;
  luck: number;
  /** What the seat's own choices brought. */
  own: number;
  /** What the choices of others brought. */
  others: number;
  result: number;
}

/** What decisions of a kind cost. */
export interface LossLine {
  kind: string;
  decisions: number;
  /** The share of the win that one lost on average. */
  win: number;
  points: number;
  /** Half of an interval of 95 %. Null where it is no sample: all decisions of a game. */
  win_error: number | null;
  points_error: number | null;
}

/** What a whole review says of a seat. Decisions are named by their lines. */
export interface SeatSummary {
  win: AccountLine;
  points: AccountLine;
  /** By kind. */
  losses: LossLine[];
  /** Those that clearly cost a share of the win, the costliest first. */
  costliest: number[];
  /** Those that clearly cost points, and are not among the costliest. */
  dearest: number[];
  /** Those that were right where another move looked best at first sight, and would clearly have cost. */
  seen: number[];
  /** What the game as good as was at most of the choices; null where it was open. */
  decided: "lost" | "won" | null;
}

/** What a level of bots loses by decision, as far as that was measured. */
export interface LevelLine {
  bot: string;
  /** By kind. */
  losses: LossLine[];
}

/** What a whole review comes to. */
export interface ReviewSummary {
  seats: SeatSummary[];
  /** To compare with, the weakest first. */
  levels: LevelLine[];
  /** How the match ended: each seat's share of the win. */
  wins: number[];
  points: number[];
}

/** How far the review of a match has come, and what is new of it. */
export interface ReviewReport {
  game: string;
  edition: string;
  players: Player[];
  /** So many lines are looked at: from the first on. */
  done: number;
  total: number;
  /** Those after the line that was given. */
  lines: ReviewedLine[];
  /** Null while the review goes on. */
  summary: ReviewSummary | null;
}

export type Phrase = "hello" | "luck" | "well_played" | "thanks" | "wow" | "ouch" | "close" | "sorry" | "moment" | "ready" | "again" | "bye";

export type Why = "move" | "undo";

/** The first message of a socket: which table, and by which right. */
export interface Hello {
  type: "hello";
  protocol: number;
  table: string;
  /** The tokens of seats, or one to watch with. */
  tokens: string[];
}

/** A move of a seat. The same id again gets the same answer, however often it is sent. */
export interface Move {
  type: "move";
  id: string;
  /** What the seat had seen when it chose. */
  version: number;
  seat: number;
  word: string;
}

/** A seat takes its last move back, and what bots have answered. */
export interface Undo {
  type: "undo";
  id: string;
  /** What the seat had seen when it chose; bots may have answered since. */
  version: number;
  seat: number;
}

/** A seat asks everyone whether it may take its last move back, though other people have moved since. */
export interface AskUndo {
  type: "ask_undo";
  id: string;
  /** What the seat had seen when it asked; bots may have answered since. */
  version: number;
  seat: number;
}

/** A seat agrees that a move is taken back, or wants it to stand. Who asked can let go of it. */
export interface AnswerUndo {
  type: "answer_undo";
  id: string;
  seat: number;
  agree: boolean;
}

/** A seat says something to everyone at the table. It is not kept. */
export interface Say {
  type: "say";
  id: string;
  seat: number;
  phrase: Phrase;
}

/** How long this screen wants to look at a bot's move before the next bot's. It is not answered. */
export interface Pace {
  type: "pace";
  /** As a part of the server's usual pause: 0 is at once. */
  pause: number;
  /** The version that was read here. Where it is given and nobody else plays, a bot waits until its table was read. */
  read?: number | null;
}

/** Somebody asks that a bot plays for another seat, whose person is away, until they are back. */
export interface StandIn {
  type: "stand_in";
  id: string;
  /** Who is away. */
  seat: number;
}

export type ClientMessage = Hello | Move | Undo | AskUndo | AnswerUndo | Say | Pace | StandIn;

/** What one of the given tokens may see. While seats are open there is no game to see yet. */
export interface SeatView {
  seat: number | null;
  view: View | null;
}

/** Whose move is awaited, and since when in milliseconds since 1970, by the server's clock. */
export interface Thinking {
  seat: number;
  since: number;
}

/** Somebody is not here. */
export interface Away {
  seat: number;
  /** Since when, in milliseconds since 1970, by the server's clock. */
  since: number;
  /** From when on those who are here can let a bot play for them; null where their clock decides. */
  ask_from: number | null;
}

/** Who may take back their last move now. */
export interface UndoOffer {
  seat: number;
}

/** Somebody asks everyone whether they may take their last move back. */
export interface UndoAsk {
  seat: number;
  /** How many moves would go: theirs, and what was answered. */
  moves: number;
  /** Who has still to agree. */
  waits: number[];
  /** Who wants the move to stand. */
  refused: number | null;
}

/** Somebody is needed at the table. */
export interface Need {
  seat: number;
  why: Why;
  /** The same for the same need, however often it is told. */
  key: string;
}

/** Somebody took moves back. It stands in the log, not in the record. */
export interface TakenBackNote {
  /** After so many lines of the log. */
  line: number;
  seat: number;
  /** How many, with the answers of others. */
  moves: number;
  /** Whether everyone agreed, since another person had moved in between. */
  agreed: boolean;
}

/** The proof that the bag was not touched: the hash from the first move on, the seed when the match is over. */
export interface Seal {
  hash: string;
  seed: string | null;
}

/** Where the table stands: sent after the hello and whenever something changed. `tables.Table.message` puts it together. What a seat may see is decided in `table/view.py`. */
export interface TableMessage {
  type: "table";
  /** Every line ever written and every move taken back counts one: it only grows. */
  version: number;
  table: TableLine;
  views: SeatView[];
  /** How many lines of the log stay as they are; `log` follows them, all after them is gone. */
  log_start: number;
  log: LogLine[];
  /** What was taken back from there on, in the order in which it was; all known of it after `log_start` is old. */
  taken_back: TakenBackNote[];
  thinking: Thinking | null;
  undo: UndoOffer | null;
  /** The seats that can ask everyone whether they may take their last move back. */
  may_ask: number[];
  asked: UndoAsk | null;
  needed: Need[];
  /** Null where people draw themselves, and while seats are open. */
  seal: Seal | null;
  /** The seats whose people are here, bots not among them. */
  online: number[];
  /** All other seats of people. */
  away: Away[];
  /** Null where there are none, and before the match begins. */
  clocks: Clocks | null;
  /** The server's clock, in milliseconds since 1970. */
  now: number;
}

/** Who is here has changed; nothing else has. A `table` says it, too. */
export interface Presence {
  type: "presence";
  /** The seats whose people are here, bots not among them. */
  online: number[];
  /** All other seats of people. */
  away: Away[];
}

/** A seat has said something. It is not kept. */
export interface Said {
  type: "said";
  seat: number;
  phrase: Phrase;
}

/** A move is kept for good. */
export interface Accepted {
  type: "accepted";
  id: string;
  version: number;
}

/** Something was not done, and nothing has changed; if that is not known, the error says so. After a stale version the table follows. */
export interface Refused {
  type: "refused";
  id: string | null;
  version: number;
  error: string;
}

/** The same people play again: a seat of this socket has a seat at a new table. */
export interface RematchMessage {
  type: "rematch";
  table: string;
  token: string;
  seat: number;
}

/** Why the server closes the socket. */
export interface Bye {
  type: "bye";
  error: string;
  /** Whether it helps to come again after a while. */
  again: boolean;
  /** Whether the page is older than the server, and has to be loaded anew. */
  reload: boolean;
  /** Whether that helps in a moment: the server starts anew, or has read the table anew. */
  soon: boolean;
}

export type ServerMessage = TableMessage | Presence | Said | Accepted | Refused | RematchMessage | Bye;
