import type { Event, Member } from './schema.ts';

/* Types of the panel API (schema.ts) that screens use by name. */

export type {
  Account,
  Activity,
  AgentRequest,
  Approval,
  Attempt,
  Campaign,
  CampaignStage,
  Client,
  Comment,
  Contact,
  ContactMerge,
  ContactSuggestion,
  Contract,
  Conversation,
  ConversationRows,
  ConversationThread as ThreadPage,
  Deal,
  DealBoard,
  DealCourse,
  DeletedTask,
  Delivery,
  Draft,
  Entry,
  File as RecordFile,
  HistoryEntry,
  HourlyRate,
  Identity,
  Inbox,
  InboxCheck,
  InboxLog,
  InboxLogin,
  InboxSetup,
  InboxTrial,
  Invitation,
  InvitationFound,
  Key,
  KeyCreated,
  Label,
  ListedCampaign,
  ListedTask,
  MappingTry,
  Member,
  Message,
  NewInvitation,
  Note,
  Notification,
  NotificationChoices,
  NotificationMail,
  NotificationPush,
  OwnSession,
  OwnTeam,
  Passkey,
  PasswordLink,
  Pipeline,
  ReadyAnswer,
  Reception,
  RecoveryCodes,
  SavedView,
  Session,
  Squad,
  Task,
  TeamSettings,
  Templates,
  TotpSetup,
  WaysIn,
  WebhookEndpoint,
  WebhookOverview,
  WebhookStanding,
  Workflow,
  WorkflowChoices,
  WorkflowDryRun,
  WorkflowRun,
  WorkflowVersions,
} from './schema.ts';

export type Role = Member['role'];

/** Event in the live stream (docs/live.md). */
export interface Change extends Event {
  readonly record_id: string;
}

/** Notice of a change without details. */
export interface Stale {
  readonly id: string;
  readonly record_type: string;
  readonly record_id: string | null;
}
