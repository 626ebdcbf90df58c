"""Render the sounds and draw them: python -m tests.browser.sounds FOLDER.

The browser renders what `web/src/lib/sounds.ts` describes, faster than it could be heard. Each sound becomes a WAV file
and a picture: how loud it is, and which pitches are in it.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import wave
from base64 import b64decode
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray
from playwright.sync_api import sync_playwright

from tests.chromium import ARGUMENTS, BASE64, PLACES

if TYPE_CHECKING:
    from playwright.sync_api import Browser

WEB = Path(__file__).parents[2] / "web"
RATE = 44_100

#: The description is TypeScript; it imports nothing, so to leave its types out is all it takes.
SCRIPT = """
const { ModuleKind, ScriptTarget, transpileModule } = require('typescript')
const source = require('fs').readFileSync('src/lib/sounds.ts', 'utf8')
const compilerOptions = { module: ModuleKind.ESNext, target: ScriptTarget.ES2022 }
process.stdout.write(transpileModule(source, { compilerOptions }).outputText)
"""
RENDER = """async ([source, rate]) => {
  const sounds = await import(URL.createObjectURL(new Blob([source], { type: 'text/javascript' })))
  const made = {}
  for (const [name, sound] of Object.entries(sounds)) {
    if (!Array.isArray(sound)) continue
    const context = new OfflineAudioContext(1, 2 * rate, rate)
    sounds.render(context, context.destination, sound, 0)
    made[name] = [sounds.lengthOf(sound), await BASE64((await context.startRendering()).getChannelData(0))]
  }
  return made
}""".replace("BASE64", f"({BASE64})")

Samples = NDArray[np.float64]


def rendered(browser: Browser) -> dict[str, tuple[float, Samples]]:
    """Render every sound: how long it says it is, in seconds, and two seconds of samples."""
    node = shutil.which("node", path=f"{os.environ['PATH']}:{WEB.parent / '.uv/node/bin'}")
    assert node is not None, "there is no Node.js: `make test` fetches one"
    source = subprocess.run([node, "-e", SCRIPT], cwd=WEB, capture_output=True, text=True, check=True).stdout
    page = browser.new_page()
    try:
        made = page.evaluate(RENDER, [source, RATE])
    finally:
        page.close()
    return {
        name: (seconds, np.frombuffer(b64decode(text), "<f4").astype(float)) for name, (seconds, text) in made.items()
    }


def draw(name: str, samples: Samples, folder: Path) -> None:
    """Draw a sound over its time."""
    import matplotlib.pyplot as plt

    heard = samples[: int(1.3 * RATE)]
    figure, (above, below) = plt.subplots(2, figsize=(7, 5), sharex=True)
    above.plot(np.arange(len(heard)) / RATE, heard, linewidth=0.5)
    above.set(title=f"{name}: peak {np.abs(samples).max():.2f}", ylim=(-1, 1))
    below.specgram(heard + 1e-9, NFFT=1024, Fs=RATE, noverlap=896, vmin=-140, vmax=-40)
    below.set(ylim=(40, 12_000), yscale="log", xlabel="seconds", ylabel="Hz")
    figure.tight_layout()
    figure.savefig(folder / f"{name.lower()}.png")
    plt.close(figure)


def main() -> None:
    folder = Path(sys.argv[1])
    folder.mkdir(parents=True, exist_ok=True)
    place = next(path for place in PLACES if place and (path := shutil.which(place)))
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=place, args=ARGUMENTS)
        made = rendered(browser)
        browser.close()
    for name, (seconds, samples) in made.items():
        with wave.open(str(folder / f"{name.lower()}.wav"), "wb") as file:
            file.setparams((1, 2, RATE, 0, "NONE", ""))
            file.writeframes((samples * 32767).astype("<i2").tobytes())
        draw(name, samples, folder)
        loudness = np.sqrt((samples[: int(seconds * RATE)] ** 2).mean())
        print(f"{name.lower():8} {seconds:.2f} s, peak {np.abs(samples).max():.2f}, mean {loudness:.3f}")


if __name__ == "__main__":
    main()
