-- Members of a squad are notified of its conversations (docs/adr/0200-squads-of-conversations.md).
alter type notification_kind add value if not exists 'squad_assigned';
