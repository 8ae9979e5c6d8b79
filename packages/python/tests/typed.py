"""What a type checker knows of the client, and what it refuses: `mypy` fails where an error that is ignored here is none."""

from email.message import Message
from typing import Literal, assert_type

from pauta import AsyncPauta, Pauta, webhooks
from pauta.types import Deal, DealStageChangedEvent, Event, Task, WebhookEndpointCreated


def blocking(pauta: Pauta) -> None:
    assert_type(pauta.deals.create({"title": "Site", "priority": "alta"}), Deal)
    assert_type(pauta.webhooks.create({"name": "Painel"}), WebhookEndpointCreated)
    assert_type(pauta.deals.list().page().data, list[Deal])
    for deal in pauta.deals.list({"sort": "-value", "from": "2026-11-01"}):
        assert_type(deal["value"], float | None)
        deal["prize"]  # type: ignore[typeddict-item]
    for event in pauta.follow():
        assert_type(event, Event)
    pauta.deals.create({})  # type: ignore[typeddict-item]
    pauta.deals.create({"title": "Site", "prioriti": "alta"})  # type: ignore[typeddict-item]
    pauta.deals.create({"title": "Site", "priority": "high"})  # type: ignore[typeddict-item]
    pauta.deals.list({"sort": "prize"})  # type: ignore[typeddict-item]
    pauta.deals.get(1)  # type: ignore[arg-type]
    pauta.events.create({})  # type: ignore[attr-defined]


async def asynchronous(pauta: AsyncPauta) -> None:
    assert_type(await pauta.deals.get("1"), Deal)
    async for task in pauta.tasks.list():
        assert_type(task, Task)
    for _ in pauta.tasks.list():  # type: ignore[attr-defined]
        pass


def received(body: bytes, headers: dict[str, str], message: Message) -> None:
    webhooks.unwrap(body, message, ["whsec_"])
    event = webhooks.unwrap(body, headers, "whsec_")
    assert_type(event, Event)
    if event["type"] == "deal.stage_changed":
        assert_type(event, DealStageChangedEvent)
        assert_type(event["data"]["priority"], Literal["alta", "media", "baixa"])
        event["data"]["column"]  # type: ignore[typeddict-item]
