"""A headless Chromium, driven through the pipe of its DevTools protocol: no package is needed for that.

    with Chromium() as browser:
        browser.open("file:///tmp/page.html")
        browser.run("document.title")
"""

import json
import os
import shutil
import subprocess
import tempfile
import time

PROGRAMS = ("chromium", "chromium-browser", "google-chrome")
SECONDS = 60  # a machine with much else to do


def find_chromium():
    return next((path for path in map(shutil.which, PROGRAMS) if path), None)


class Chromium:
    def __init__(self, width=1200, height=900):
        self.folder = tempfile.mkdtemp(prefix="chromium-")
        to_browser, self.requests = os.pipe()
        self.answers, from_browser = os.pipe()
        # It reads from descriptor 3 and writes to 4.
        for descriptor in (to_browser, from_browser):
            os.set_inheritable(descriptor, True)
        # Tests run in containers whose root may not make namespaces; the pages are our own.
        arguments = [find_chromium(), "--headless", "--no-sandbox", "--disable-gpu", "--no-first-run",
                     f"--window-size={width},{height}", f"--user-data-dir={self.folder}",
                     "--remote-debugging-pipe", "about:blank"]
        self.process = subprocess.Popen(
            ["/bin/sh", "-c", f'exec "$@" 3<&{to_browser} 4>&{from_browser}', "sh", *arguments],
            pass_fds=(to_browser, from_browser), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        os.close(to_browser)
        os.close(from_browser)
        self.received, self.number, self.events, self.session = b"", 0, [], None
        self.new_tab()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.kill()
        self.process.wait()
        os.close(self.requests)
        os.close(self.answers)
        shutil.rmtree(self.folder, ignore_errors=True)

    def new_tab(self):
        """From now on all is about a new tab. Returns it; `session` names the one that all is about."""
        self.session = None
        target = self.ask("Target.createTarget", url="about:blank")["targetId"]
        self.session = self.ask("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        for domain in ("Page", "Runtime", "Log", "Network"):
            self.ask(domain + ".enable")
        return self.session

    def read(self):
        while b"\0" not in self.received:
            piece = os.read(self.answers, 1 << 16)
            if not piece:
                raise RuntimeError("Chromium has ended")
            self.received += piece
        message, self.received = self.received.split(b"\0", 1)
        return json.loads(message)

    def ask(self, method, **parameters):
        self.number += 1
        request = {"id": self.number, "method": method, "params": parameters}
        if self.session:
            request["sessionId"] = self.session
        os.write(self.requests, json.dumps(request).encode() + b"\0")
        while True:
            message = self.read()
            if message.get("id") == self.number:
                if "error" in message:
                    raise RuntimeError(f"{method}: {message['error']}")
                return message["result"]
            self.events.append(message)

    def wait_for(self, event):
        end = time.monotonic() + SECONDS
        while not any(seen.get("method") == event for seen in self.events):
            if time.monotonic() > end:
                raise RuntimeError(f"no {event} within {SECONDS} s")
            self.events.append(self.read())

    def open(self, address):
        self.events.clear()
        self.ask("Page.navigate", url=address)
        self.wait_for("Page.loadEventFired")

    def run(self, script):
        """The value of a JavaScript expression; what it throws is an error here."""
        answer = self.ask("Runtime.evaluate", expression=script, returnByValue=True, awaitPromise=True)
        if "exceptionDetails" in answer:
            raise RuntimeError(f"{script}: {answer['exceptionDetails']}")
        return answer["result"].get("value")

    def press(self, key, code=0, text=""):
        for kind in ("keyDown", "keyUp"):
            self.ask("Input.dispatchKeyEvent", type=kind, key=key, code=key, windowsVirtualKeyCode=code,
                     **({"text": text} if text and kind == "keyDown" else {}))

    def complaints(self):
        """What the console has: exceptions, refused scripts, failed requests."""
        self.run("1")
        texts = []
        for event in self.events:
            if event.get("method") == "Runtime.exceptionThrown":
                texts.append(json.dumps(event["params"]["exceptionDetails"])[:500])
            if event.get("method") == "Log.entryAdded":
                texts.append(event["params"]["entry"]["text"])
        return texts

    def fetched(self):
        """The addresses that were asked for."""
        return [event["params"]["request"]["url"] for event in self.events
                if event.get("method") == "Network.requestWillBeSent"]
