from __future__ import annotations

import json
import threading

import pytest

from checker.voice import Voice


def test_events_are_emitted_as_json_in_order() -> None:
    heard: list[str] = []
    voice = Voice(heard.append)
    voice.say({"e": "a"})
    voice.say({"e": "b", "text": "ä"})
    assert heard == ['{"e":"a"}', '{"e":"b","text":"\\u00e4"}']


def test_nothing_is_said_after_the_last() -> None:
    heard: list[str] = []
    voice = Voice(heard.append)
    voice.say({"e": "end"}, last=True)
    voice.say({"e": "more"})
    voice.say({"e": "end"}, last=True)
    assert heard == ['{"e":"end"}']


def test_an_event_in_the_midst_of_another_waits_for_its_end() -> None:
    heard: list[str] = []

    def emit(text: str) -> None:
        heard.append(f"<{text}")
        if len(heard) == 1:
            voice.say({"e": "inner"}, last=True)
        heard.append(">")

    voice = Voice(emit)
    voice.say({"e": "outer"})
    assert heard == ['<{"e":"outer"}', ">", '<{"e":"inner"}', ">"]


def test_threads_speak_one_after_the_other() -> None:
    speaking = threading.Lock()
    heard: list[str] = []

    def emit(text: str) -> None:
        assert speaking.acquire(blocking=False)
        heard.append(text)
        speaking.release()

    def speak() -> None:
        for number in range(200):
            voice.say({"e": number})

    voice = Voice(emit)
    threads = [threading.Thread(target=speak) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(json.loads(text)["e"] for text in heard) == sorted(list(range(200)) * 4)


def test_what_emitting_raises_goes_to_the_host() -> None:
    def emit(text: str) -> None:
        if text == '{"e":1}':
            raise OSError("gone")
        heard.append(text)

    heard: list[str] = []
    voice = Voice(emit)
    with pytest.raises(OSError, match="gone"):
        voice.say({"e": 1})
    voice.say({"e": 2})
    assert heard == ['{"e":2}']
