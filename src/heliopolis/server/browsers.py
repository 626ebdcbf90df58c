"""What kind of browser it is that asks, in words for its owner: so little that it tells no two of them apart."""

from __future__ import annotations

#: By what a browser calls itself, the more special ones first: most call themselves after others, too.
BROWSERS = (
    ("Edg", "Edge"),
    ("OPR/", "Opera"),
    ("SamsungBrowser", "Samsung Internet"),
    ("Firefox", "Firefox"),
    ("FxiOS", "Firefox"),
    ("CriOS", "Chrome"),
    ("Chrome", "Chrome"),
    ("Safari", "Safari"),
)
SYSTEMS = (
    ("Android", "Android"),
    ("iPhone", "iPhone"),
    ("iPad", "iPad"),
    ("CrOS", "ChromeOS"),
    ("Windows", "Windows"),
    ("Macintosh", "Mac"),
    ("Linux", "Linux"),
)
#: Longer ones say no more.
LONGEST = 400


def browser_name(agent: str) -> str | None:
    """Say what kind of browser this is, by the header that names it.

    >>> browser_name("Mozilla/5.0 (Android 16; Mobile; rv:150.0) Gecko/150.0 Firefox/150.0")
    'Firefox on Android'
    >>> browser_name("python-httpx/0.28")
    """
    agent = agent[:LONGEST]
    browser = next((name for sign, name in BROWSERS if sign in agent), None)
    system = next((name for sign, name in SYSTEMS if sign in agent), None)
    if browser is None or system is None:
        return browser or system
    return f"{browser} on {system}"
