"""The client against a service that really runs: PAUTA_URL and PAUTA_API_KEY say where, PAUTA_KILL_URL is asked to kill and restart it."""

from __future__ import annotations

import asyncio
import json
import math
import os
import threading
import time
import unittest
import urllib.request
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from unittest.mock import patch

import pauta as p
from pauta import AsyncPauta, Pauta, webhooks

URL = os.environ["PAUTA_URL"]
KEY = os.environ["PAUTA_API_KEY"]
SLOW_KEY = os.environ["PAUTA_SLOW_KEY"]
KILL_URL = os.environ["PAUTA_KILL_URL"]


class Service(unittest.TestCase):
    def setUp(self) -> None:
        self.pauta = Pauta(URL, KEY)
        self.addCleanup(self.pauta.close)

    def test_records(self) -> None:
        me = self.pauta.me()
        self.assertEqual(me["key"]["scope"], "full")
        deal = self.pauta.deals.create({"title": "Site", "value": 10.5, "tags": ["a"]})
        self.assertEqual(self.pauta.deals.get(deal["id"]), deal)
        changed = self.pauta.deals.update(deal["id"], {"phase": "proposta", "value": None})
        self.assertEqual((changed["phase"], changed["value"]), ("proposta", None))
        self.assertEqual(self.pauta.deals.delete(deal["id"])["status"], "arquivado")
        found = self.pauta.deals.list({"search": "site", "from": "2026-01-01"})
        self.assertEqual([each["id"] for each in found if each["id"] == deal["id"]], [deal["id"]])
        answer = self.pauta.request("GET", "/deals", query={"limit": 1})
        self.assertEqual((answer.status, answer.pagination and answer.pagination["limit"]), (200, 1))
        self.assertEqual(answer.request_id, answer.headers["x-request-id"])
        # With /api, and a path of a proxy.
        with Pauta(f"{URL}/api/", KEY) as other:
            self.assertEqual(other.me(), me)

    def test_files(self) -> None:
        inboxes = [each for each in self.pauta.inboxes.list({"active": "true"})]
        content = b"%PDF-1.7\n" + os.urandom(2_000)
        message = self.pauta.messages.send_file(
            {
                "inbox_id": inboxes[0]["id"],
                "phone": "5511999990043",
                "content": "Segue",
                "file": ("proposta ç.pdf", content, "application/pdf"),
            }
        )
        media = message["media"]
        assert media is not None and media["file_id"] is not None
        self.assertEqual((message["message_type"], media["bytes"]), ("document", len(content)))
        whole = self.pauta.files.download(media["file_id"])
        self.assertEqual(
            (whole.content, whole.media_type, whole.name),
            (content, "application/pdf", "proposta ç.pdf"),
        )
        part = self.pauta.files.download(media["file_id"], options={"headers": {"range": "bytes=0-3"}})
        self.assertEqual(part.content, b"%PDF")
        with self.assertRaises(p.NotFoundError):
            self.pauta.files.download(message["id"])

    def test_lists(self) -> None:
        name = f"Lista {time.time_ns()}"
        project = self.pauta.projects.create({"name": name})
        ids = {
            self.pauta.tasks.create({"title": f"T{i}", "project_id": project["id"]})["id"]
            for i in range(7)
        }
        tasks = self.pauta.tasks.list({"project_id": project["id"], "limit": 3})
        self.assertEqual({task["id"] for task in tasks}, ids)
        page = tasks.page()
        self.assertEqual((page.total, page.pages, page.page, page.has_next), (7, 3, 1, True))
        sizes = [len(each.data) for each in tasks.pages()]
        self.assertEqual(sizes, [3, 3, 1])
        self.assertEqual(len(tasks.to_list(max=4)), 4)
        self.assertEqual(tasks.to_list(max=0), [])

        async def asynchronously() -> None:
            async with AsyncPauta(URL, KEY) as client:
                same = client.tasks.list({"project_id": project["id"], "limit": 3})
                self.assertEqual({task["id"] async for task in same}, ids)
                self.assertEqual(len(await same.to_list(max=4)), 4)
                first = await same.page()
                second = await first.next()
                self.assertEqual(second and (second.page, len(second.data)), (2, 3))
                made = await asyncio.gather(
                    *(client.clients.create({"type": "PF", "name": f"C{i}"}) for i in range(5))
                )
                self.assertEqual({each["type"] for each in made}, {"PF"})
                with self.assertRaises(p.NotFoundError):
                    await client.clients.get(project["id"])

        asyncio.run(asynchronously())

    def test_errors(self) -> None:
        with self.assertRaises(p.BadRequestError) as wrong:
            self.pauta.deals.create({"title": "", "prioriti": 1})  # type: ignore[typeddict-item]
        self.assertEqual((wrong.exception.status, wrong.exception.code), (400, "VALIDATION_ERROR"))
        self.assertIn("prioriti", str(wrong.exception))
        self.assertTrue(wrong.exception.request_id)
        with self.assertRaises(p.NotFoundError):
            self.pauta.deals.get("../webhooks")
        for each in ("", ".", ".."):
            with self.assertRaises(ValueError):
                self.pauta.deals.delete(each)
        self.pauta.projects.create({"name": "Um", "slug": f"s{time.time_ns()}"})
        slug = self.pauta.projects.list({"limit": 1}).page().data[0]["slug"]
        with self.assertRaises(p.UnprocessableError):
            self.pauta.projects.create({"name": "Outro", "slug": slug})
        with Pauta(URL, "pauta_nobody") as nobody, self.assertRaises(p.AuthenticationError):
            nobody.me()
        for address, key in (("pauta.example.com", KEY), (URL, "pauta_ x"), (URL, "pauta_ã")):
            with self.assertRaises(ValueError):
                Pauta(address, key)
        self.assertNotIn(KEY, repr(self.pauta) + repr(vars(wrong.exception)))

    def now(self) -> str:
        """The cursor behind an event of now."""
        stream = self.pauta.follow()
        mark = f"Agora {time.time_ns()}"
        ready = threading.Timer(0.5, lambda: self.pauta.projects.create({"name": mark}))
        ready.start()
        for event in stream:
            if event["type"] == "project.created" and event["data"]["name"] == mark:
                break
        cursor = stream.cursor
        assert cursor is not None
        return cursor

    def test_followed(self) -> None:
        cursor = self.now()
        titles = [f"Evento \u2028 {i} {time.time_ns()}" for i in range(3)]
        for title in titles:
            self.pauta.deals.create({"title": title})

        async def hear() -> list[str]:
            found: list[str] = []
            async with AsyncPauta(URL, KEY) as client:
                async for event in client.follow(cursor):
                    if event["type"] == "deal.created":
                        found.append(event["data"]["title"])
                    if titles[-1] in found:
                        return [title for title in found if title in titles]
            return found

        self.assertEqual(asyncio.run(hear()), titles)
        with self.assertRaisesRegex(p.EventsMissedError, 'not of this database.*"beginning"'):
            next(iter(self.pauta.follow("nonsense")))
        with self.assertRaisesRegex(ValueError, "cursor"):
            self.pauta.follow("")
        with Pauta(URL, "pauta_nobody") as nobody, self.assertRaises(p.AuthenticationError):
            next(iter(nobody.follow()))
        with Pauta("http://127.0.0.1:9", KEY, max_retries=0) as nowhere:
            with self.assertRaises(p.APIConnectionError):
                next(iter(nowhere.follow()))

    def test_key_given(self) -> None:
        once: p.CallOptions = {"idempotency_key": f"own {time.time_ns()}"}
        first = self.pauta.clients.create({"type": "PJ", "name": "Padaria"}, once)
        self.assertEqual(self.pauta.clients.create({"type": "PJ", "name": "Padaria"}, once), first)
        with self.assertRaises(p.UnprocessableError) as reused:
            self.pauta.clients.create({"type": "PJ", "name": "Outra"}, once)
        self.assertEqual(reused.exception.code, "IDEMPOTENCY_KEY_REUSED")

    def test_rate_limited(self) -> None:
        with Pauta(URL, SLOW_KEY, max_retries=0) as slow:
            with self.assertRaises(p.RateLimitError) as limited:
                for _ in range(10):
                    slow.me()
        self.assertTrue(0 < (limited.exception.retry_after or 0) <= 60)

    def test_killed(self) -> None:
        """What is created while the service dies and comes back is there once each."""
        mark = f"Morte {time.time_ns()}"
        stopped = threading.Event()
        made: list[str] = []
        heard: list[str] = []

        def hear() -> None:
            with Pauta(URL, KEY) as client:
                for event in client.follow(cursor):
                    if event["type"] == "deal.created" and event["data"]["title"].startswith(mark):
                        heard.append(event["data"]["id"])

        cursor = self.now()
        threading.Thread(target=hear, daemon=True).start()

        def create(worker: int) -> None:
            with Pauta(URL, KEY, max_retries=20) as client:
                while not stopped.is_set():
                    title = f"{mark} {worker} {len(made)} {time.time_ns()}"
                    made.append(client.deals.create({"title": title})["id"])

        with ThreadPoolExecutor(4) as pool:
            workers = [pool.submit(create, i) for i in range(4)]
            for _ in range(2):
                before = len(made)
                while len(made) < before + 20 and not any(each.done() for each in workers):
                    time.sleep(0.02)
                request = urllib.request.Request(KILL_URL, method="POST")
                urllib.request.urlopen(request, timeout=60).read()
            time.sleep(0.5)
            stopped.set()
            for each in workers:
                each.result()
        there = [deal["id"] for deal in self.pauta.deals.list({"search": mark})]
        self.assertEqual(sorted(there), sorted(made))
        # The stream delivers each event once, although the connection broke with the service.
        deadline = time.monotonic() + 30
        while len(heard) < len(made) and time.monotonic() < deadline:
            time.sleep(0.05)
        self.assertEqual(sorted(heard), sorted(made))


Reply = tuple[int, dict[str, str], str]


class Tries(unittest.TestCase):
    """When a call is tried again, and how long is waited: against a service that answers what it is told to."""

    def setUp(self) -> None:
        self.replies: list[Reply] = []
        self.keys: list[str | None] = []
        self.pauses: list[float] = []
        outer = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                self.rfile.read(int(self.headers.get("content-length", 0)))
                outer.keys.append(self.headers["idempotency-key"])
                status, headers, body = outer.replies.pop(0)
                if status == 0:
                    self.connection.close()
                    return
                self.send_response(status)
                for name, value in headers.items():
                    self.send_header(name, value)
                self.send_header("content-length", str(len(body.encode())))
                self.end_headers()
                self.wfile.write(body.encode())

            do_GET = do_POST

            def log_message(self, format: str, *args: Any) -> None:
                pass

        server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        threading.Thread(target=server.serve_forever, daemon=True).start()
        self.addCleanup(server.server_close)
        self.addCleanup(server.shutdown)
        self.pauta = Pauta(f"http://127.0.0.1:{server.server_port}", "pauta_x")
        self.addCleanup(self.pauta.close)
        for name, replacement in (("time.sleep", self.pauses.append), ("random.uniform", max)):
            patcher = patch(f"pauta._transport.{name}", replacement)
            patcher.start()
            self.addCleanup(patcher.stop)

    def ask(self, *replies: Reply) -> str:
        self.replies[:] = replies
        self.keys.clear()
        self.pauses.clear()
        return self.pauta.deals.create({"title": "x"})["id"]

    def test_tried_again(self) -> None:
        done = (201, {}, '{"success":true,"data":{"id":"1"}}')
        refused: Callable[[int, str], Reply] = lambda status, wait: (
            status,
            {"retry-after": wait} if wait else {},
            '{"success":false,"error":{"code":"C","message":"M"}}',
        )
        page: Reply = (502, {}, "<h1>Bad gateway</h1>")
        for replies, pauses in (
            ([refused(429, "1")], [1.25]),
            ([refused(409, "1")], [1.25]),
            ([refused(503, "4"), refused(503, "4"), refused(503, "40")], [5, 10, 62]),
            ([(0, {}, ""), page, refused(503, "")], [0.5, 1, 2]),
        ):
            with self.subTest(replies=replies):
                self.assertEqual(self.ask(*replies, done), "1")
                self.assertEqual(self.pauses, pauses)
                self.assertEqual((len(set(self.keys)), len(self.keys)), (1, len(replies) + 1))
                self.assertRegex(self.keys[0] or "", r"^[0-9a-f]{32}$")
        for reply, kind, code in (
            (refused(409, ""), p.ConflictError, "C"),
            (refused(500, "1"), p.ServerError, "C"),
            (refused(502, "1"), p.ServerError, "C"),
            (refused(429, "61"), p.RateLimitError, "C"),
            ((307, {"location": "https://elsewhere.example"}, ""), p.PautaError, "REDIRECTED"),
            ((200, {}, "<h1>Welcome</h1>"), p.PautaError, "UNREADABLE"),
        ):
            with self.subTest(reply=reply), self.assertRaises(kind) as raised:
                self.ask(reply)
            self.assertEqual((raised.exception.code, len(self.keys)), (code, 1))
            self.assertEqual((raised.exception.fields, raised.exception.gateway), ([], None))
        gateway = {"code": "no_account", "cause": "number", "outcome": "not_sent"}
        error = {"code": "BAD_GATEWAY", "message": "M", "gateway": gateway}
        with self.assertRaises(p.ServerError) as failed:
            self.ask((502, {}, json.dumps({"success": False, "error": error})))
        self.assertEqual(failed.exception.gateway, gateway)
        with self.assertRaises(p.APIConnectionError):
            self.ask(*[(0, {}, "")] * 4)
        self.assertEqual(self.pauses, [0.5, 1, 2])
        self.assertEqual(len(set(self.keys)), 1)


    def test_pages(self) -> None:
        def answer(data: Any, **numbers: int) -> Reply:
            return 200, {}, json.dumps({"success": True, "data": data, "pagination": numbers})

        numbers = {"total": 1, "page": 1, "pages": 1, "limit": 100}
        # A later version may say more.
        self.replies[:] = [answer([{"id": "1"}], **numbers, later=1)]
        self.assertEqual(list(self.pauta.deals.list()), [{"id": "1"}])
        for wrong in (answer({}, **numbers), answer([{"id": "1"}], page=1), (200, {}, '{"data":[]}')):
            self.replies[:] = [wrong]
            with self.subTest(wrong=wrong), self.assertRaises(p.PautaError) as raised:
                list(self.pauta.deals.list())
            self.assertEqual(raised.exception.code, "UNREADABLE")


class Webhooks(unittest.TestCase):
    secret = "whsec_" + "QUJD" * 11
    event = {"id": "01a2", "type": "deal.created", "data": {"title": "Ção"}, "previous": None}

    def test_unwrap(self) -> None:
        body, headers = webhooks.sign(self.event, self.secret)
        other = "whsec_" + "REVG" * 11
        for secret in (self.secret, [other, self.secret]):
            self.assertEqual(webhooks.unwrap(body, headers, secret), self.event)
        upper = {name.title(): value for name, value in headers.items()}
        self.assertEqual(webhooks.unwrap(body.decode(), upper, self.secret), self.event)
        two = {**headers, "webhook-signature": "v1,AAAA " + headers["webhook-signature"]}
        self.assertEqual(webhooks.unwrap(body, two, self.secret), self.event)
        own = {name: value for name, value in headers.items() if name.startswith("x-")}
        self.assertEqual(webhooks.unwrap(body, own, self.secret, tolerance=math.inf), self.event)
        old = webhooks.sign(self.event, self.secret, at=time.time() - 301)[1]
        ahead = webhooks.sign(self.event, self.secret, at=time.time() + 302)[1]
        self.assertEqual(webhooks.unwrap(body, old, self.secret, tolerance=400), self.event)
        no_event, signed = webhooks.sign(json.dumps({"id": "1"}), self.secret)
        for given, of, secret, code in (
            (body + b" ", headers, self.secret, "SIGNATURE"),
            (body, headers, other, "SIGNATURE"),
            (body, {**headers, "webhook-id": "02"}, self.secret, "SIGNATURE"),
            (body, {}, self.secret, "SIGNATURE"),
            (body, {**headers, "webhook-signature": "v2,ã"}, self.secret, "SIGNATURE"),
            (body, {**headers, "webhook-signature": "v1,\udcff"}, self.secret, "SIGNATURE"),
            (body, {"x-webhook-signature": "00"}, self.secret, "SIGNATURE"),
            (body, old, self.secret, "TIMESTAMP"),
            (body, ahead, self.secret, "TIMESTAMP"),
            (body, own, self.secret, "TIMESTAMP"),
            (no_event, signed, self.secret, "BODY"),
        ):
            with self.subTest(code=code, of=of), self.assertRaises(p.WebhookError) as refused:
                webhooks.unwrap(given, of, secret)
            self.assertEqual(refused.exception.code, code)
        with self.assertRaises(p.WebhookError):
            webhooks.unwrap(body, old, self.secret, tolerance=math.nan)
        for nothing in ("", [], "whsec_", "whsec_ã"):
            with self.assertRaises(ValueError):
                webhooks.unwrap(body, headers, nothing)


if __name__ == "__main__":
    unittest.main()
