"""Receiving deliveries: `webhooks.unwrap(body, headers, secret)`.

Signatures are those of Standard Webhooks
(https://github.com/standard-webhooks/standard-webhooks/blob/main/spec/standard-webhooks.md) and X-Webhook-Signature, the hex
HMAC-SHA256 of the body.
"""

from __future__ import annotations

import base64
import binascii
import hashlib
import hmac
import json
import math
import re
import time
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Literal, Protocol, cast

from .types import Event


class Headers(Protocol):
    """Headers of a request, of any framework."""

    def items(self) -> Iterable[tuple[str, str]]: ...


class WebhookError(Exception):
    """A delivery that cannot be trusted; respond with 401."""

    #: SIGNATURE: missing, or matches none of the secrets. TIMESTAMP: outside the tolerance. BODY: not an event.
    code: Literal["SIGNATURE", "TIMESTAMP", "BODY"]

    def __init__(self, code: Literal["SIGNATURE", "TIMESTAMP", "BODY"], message: str) -> None:
        super().__init__(message)
        self.code = code


def _standard_key(secret: str) -> bytes:
    """Key of Standard Webhooks: the decoded base64 after whsec_."""
    try:
        key = base64.b64decode(secret.removeprefix("whsec_"), validate=True)
    except (binascii.Error, ValueError):
        key = b""
    if not key:
        raise ValueError("a secret must be a secret_token: whsec_ followed by base64")
    return key


def _digest(key: bytes, signed: bytes) -> bytes:
    return hmac.new(key, signed, hashlib.sha256).digest()


def _is_signed(expected: Sequence[str], given: Sequence[str]) -> bool:
    return any([hmac.compare_digest(a.encode(), b.encode(errors="replace")) for a in expected for b in given])


def unwrap(
    body: bytes | str,
    headers: Headers,
    secret: str | Sequence[str],
    *,
    tolerance: float = 300,
) -> Event:
    """Verifies and parses a delivery. A delivery may arrive more than once, with the same `id`.

    `body` must be the raw bytes: a body that was parsed and serialized again may differ. `secret` is the endpoint's
    `secret_token`; several during a rotation. `tolerance` is the maximum age of a delivery in seconds, also ahead of this
    machine's clock; X-Webhook-Signature alone has no timestamp, and is accepted only with `math.inf`.

    Raises WebhookError if the delivery cannot be trusted, ValueError for an invalid secret.
    """
    secrets = [each for each in ([secret] if isinstance(secret, str) else secret) if each]
    if not secrets:
        raise ValueError("unwrap needs the secret_token of the endpoint")
    raw = body.encode() if isinstance(body, str) else bytes(body)
    given = {name.lower(): value for name, value in headers.items()}
    signature = given.get("webhook-signature")
    if signature is not None:
        _verify_standard(raw, given, signature, secrets, tolerance)
    else:
        _verify_own(raw, given, secrets, tolerance)
    return _event_in(raw)


def _verify_standard(
    raw: bytes,
    given: Mapping[str, str],
    signature: str,
    secrets: Sequence[str],
    tolerance: float,
) -> None:
    timestamp = given.get("webhook-timestamp", "")
    signed = f"{given.get('webhook-id', '')}.{timestamp}.".encode(errors="replace") + raw
    keys = [_standard_key(each) for each in secrets]
    expected = ["v1," + base64.b64encode(_digest(key, signed)).decode() for key in keys]
    if not _is_signed(expected, signature.split()):
        raise WebhookError("SIGNATURE", "The signature does not match any of the secrets.")
    age = abs(time.time() - int(timestamp)) if re.fullmatch(r"[0-9]{1,15}", timestamp) else math.inf
    if not age <= tolerance or math.isinf(age):
        raise WebhookError("TIMESTAMP", f"The timestamp differs from the current time by more than {tolerance:g} seconds.")


def _verify_own(
    raw: bytes,
    given: Mapping[str, str],
    secrets: Sequence[str],
    tolerance: float,
) -> None:
    names = ("x-webhook-signature", "x-webhook-signature-previous")
    own = [given[name] for name in names if name in given]
    if not own:
        raise WebhookError("SIGNATURE", "The request is not signed.")
    if not _is_signed([_digest(each.encode(), raw).hex() for each in secrets], own):
        raise WebhookError("SIGNATURE", "The signature does not match any of the secrets.")
    if not math.isinf(tolerance):
        raise WebhookError(
            "TIMESTAMP",
            "X-Webhook-Signature alone has no timestamp: accept it with tolerance=math.inf, "
            "or forward the webhook-… headers.",
        )


def _event_in(raw: bytes) -> Event:
    try:
        event = json.loads(raw.decode())
    except (ValueError, RecursionError):
        event = None
    if not isinstance(event, dict) or not isinstance(event.get("type"), str):
        raise WebhookError("BODY", "The body is signed, but is not an event.")
    return cast(Event, event)


def sign(
    event: Mapping[str, Any] | str,
    secret: str,
    *,
    at: float | None = None,
) -> tuple[bytes, dict[str, str]]:
    """Returns the body and the headers of a delivery as the service would send it, to test a receiver. `at` is in seconds since 1970."""
    text = event if isinstance(event, str) else json.dumps(event, ensure_ascii=False, separators=(",", ":"))
    body = text.encode()
    delivery = str(json.loads(text).get("id"))
    timestamp = str(int(time.time() if at is None else at))
    signed = f"{delivery}.{timestamp}.".encode() + body
    standard = base64.b64encode(_digest(_standard_key(secret), signed)).decode()
    return body, {
        "content-type": "application/json",
        "x-webhook-signature": _digest(secret.encode(), body).hex(),
        "webhook-id": delivery,
        "webhook-timestamp": timestamp,
        "webhook-signature": f"v1,{standard}",
    }
