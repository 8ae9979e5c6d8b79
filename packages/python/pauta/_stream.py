"""Event stream: server-sent events (https://html.spec.whatwg.org/multipage/server-sent-events.html)."""

from __future__ import annotations

import asyncio
import json
import re
import time
from collections.abc import AsyncIterator, Iterator
from typing import Any, NamedTuple, cast

import httpx

from ._transport import AsyncTransport, Settings, SyncTransport, error_of, may_try_again, pause_before
from ._transport import retry_after_of, unanswered
from .errors import AuthenticationError, PautaError
from .types import Event

#: Heartbeats arrive every 15 seconds: a connection that is silent for this many seconds is dead.
SILENCE = 45.0


class EventsMissedError(PautaError):
    """The events after a cursor are not available: they expired, or the database was restored."""


#: Advice by the reason of a `resync`.
_ADVICE = {
    "too_old": "The events after this cursor have expired: events are stored for 30 days",
    "unknown": "The cursor is not of this database, or the database was restored",
}


def _missed(reason: str) -> EventsMissedError:
    why = _ADVICE.get(reason, f"The service cannot continue after this cursor ({reason})")
    advice = 'Follow "beginning" and skip events that were processed, by their id; or follow without a cursor, from now on.'
    return EventsMissedError("RESYNC", f"{why}. {advice}")


class _Told(NamedTuple):
    event: str
    id: str
    data: str


class _Place:
    """Position of a stream, and its reconnects."""

    def __init__(self, settings: Settings, cursor: str | None) -> None:
        # The service takes an empty cursor for none, so a lost one would skip events.
        if cursor is not None and not re.fullmatch("[!-~]+", cursor):
            raise ValueError('cursor must be that of an earlier stream, "beginning", or None for events from now on')
        self.cursor = cursor
        self._settings = settings
        self._rest = b""
        self._failures = 0
        self._was_ready = False

    def request(self) -> dict[str, Any]:
        self._rest = b""
        headers = {"accept": "text/event-stream", "authorization": self._settings.authorization}
        if self.cursor is not None:
            headers["last-event-id"] = self.cursor
        return {
            "method": "GET",
            "url": f"{self._settings.root}/events/stream",
            "headers": headers,
            "timeout": httpx.Timeout(self._settings.timeout, read=SILENCE),
            "follow_redirects": False,
        }

    def take(self, chunk: bytes) -> Iterator[_Told]:
        """Parses received bytes. Lines end with \\n alone: texts may contain other line separators."""
        *blocks, self._rest = (self._rest + chunk).split(b"\n\n")
        for block in blocks:
            found = {"event": "message", "id": "", "data": ""}
            for line in block.decode().split("\n"):
                name, _, value = line.partition(":")
                if name in found:
                    found[name] = value.removeprefix(" ")
            yield _Told(**found)

    def event_of(self, told: _Told) -> Event | None:
        """Returns the event, if any. Raises the error that ends the stream."""
        if told.event == "event":
            return cast(Event, json.loads(told.data))
        if told.event == "ready":
            self._was_ready, self._failures = True, 0
        elif told.event == "resync":
            raise _missed(json.loads(told.data)["reason"])
        elif told.event == "end" and json.loads(told.data)["reason"] == "unauthorized":
            raise AuthenticationError("UNAUTHORIZED", "The API key is no longer valid.", status=401)
        return None

    def passed(self, told: _Told) -> None:
        """Advances the cursor after an event was handled; unhandled events are sent again."""
        if told.id:
            self.cursor = told.id

    def refused(self, response: httpx.Response) -> float:
        """Returns the seconds to wait. Raises if a retry would not help."""
        self._failures += 1
        if not may_try_again(response) or self._is_last():
            raise error_of(response)
        return pause_before(self._failures - 1, retry_after_of(response), response.status_code)

    def broke(self, error: httpx.RequestError | None) -> float:
        """The same for a connection that ended or failed."""
        self._failures += 1
        if error is not None and self._is_last():
            raise unanswered(self._settings.root, self._settings.timeout, error) from error
        return pause_before(self._failures - 1, None, 0)

    def _is_last(self) -> bool:
        # A stream that was ready once reconnects without a limit.
        return not self._was_ready and self._failures > self._settings.max_retries


class EventStream:
    """Stream of a team's events: `for event in pauta.follow()`."""

    def __init__(self, transport: SyncTransport, cursor: str | None) -> None:
        self._transport = transport
        self._place = _Place(transport.settings, cursor)

    @property
    def cursor(self) -> str | None:
        """Position after the last handled event. Store it to resume with `follow(cursor)`."""
        return self._place.cursor

    def __iter__(self) -> Iterator[Event]:
        place = self._place
        while True:
            pause: float | None = None
            try:
                with self._transport.http.stream(**place.request()) as response:
                    if response.status_code != 200:
                        response.read()
                        pause = place.refused(response)
                    else:
                        for chunk in response.iter_bytes():
                            for told in place.take(chunk):
                                event = place.event_of(told)
                                if event is not None:
                                    yield event
                                place.passed(told)
                if pause is None:
                    pause = place.broke(None)
            except httpx.RequestError as error:
                pause = place.broke(error)
            time.sleep(pause)


class AsyncEventStream:
    """Stream of a team's events: `async for event in pauta.follow()`."""

    def __init__(self, transport: AsyncTransport, cursor: str | None) -> None:
        self._transport = transport
        self._place = _Place(transport.settings, cursor)

    @property
    def cursor(self) -> str | None:
        """Position after the last handled event. Store it to resume with `follow(cursor)`."""
        return self._place.cursor

    async def __aiter__(self) -> AsyncIterator[Event]:
        place = self._place
        while True:
            pause: float | None = None
            try:
                async with self._transport.http.stream(**place.request()) as response:
                    if response.status_code != 200:
                        await response.aread()
                        pause = place.refused(response)
                    else:
                        async for chunk in response.aiter_bytes():
                            for told in place.take(chunk):
                                event = place.event_of(told)
                                if event is not None:
                                    yield event
                                place.passed(told)
                if pause is None:
                    pause = place.broke(None)
            except httpx.RequestError as error:
                pause = place.broke(error)
            await asyncio.sleep(pause)
