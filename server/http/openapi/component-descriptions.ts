import { commonDescriptions } from './descriptions.ts';
import { panelFieldDescriptions } from './panel-field-descriptions.ts';
import { panelNestedDescriptions } from './panel-nested-descriptions.ts';

/*
 * Names and descriptions of components where the fields that contain them do not provide any. Tests check that each name here is
 * a component's.
 */

/** Default name of a schema, from its first occurrence → its actual name. */
export const componentNames: Readonly<Record<string, string>> = {
  AccountLocale: 'Locale',
  ApprovalItemRound: 'ApprovalRound',
  ApprovalItemRoundDecision: 'ApprovalDecision',
  BeginOidcInputPurpose: 'OidcPurpose',
  BulkJobAction: 'BulkAction',
  BulkPreviewFirst: 'BulkPreviewRecord',
  ClientAddress: 'Address',
  ConversationRowsCounts: 'ConversationCounts',
  ConversationRowsRow: 'ConversationRow',
  ConversationRowsRowLastMessage: 'LastMessage',
  ConversationThreadConversation: 'ThreadConversation',
  DealBoardCardNextStep: 'NextStep',
  DealPhasesPhase: 'TeamPhase',
  DealPhasesPhaseMeaning: 'PhaseMeaning',
  DeliveryEvent: 'EventKind',
  DeliverySort: 'CreatedAtSort',
  EntryActor: 'ActorKind',
  ErrorDetailCode: 'ErrorCode',
  HistoryEntryRecordType: 'RecordType',
  InboxGateway: 'Gateway',
  InboxLogSort: 'AtSort',
  InboxSort: 'NameSort',
  InboxState: 'ConnectionState',
  MappingTryProblem: 'MappingProblem',
  MeKeyScope: 'KeyScope',
  MessageMedia: 'Media',
  MessageMediaStatus: 'MediaStatus',
  MessageMessageType: 'SentMessageType',
  MessageReaction: 'Reaction',
  MessageReferral: 'Referral',
  NewInvitationState: 'InvitationState',
  NotificationDecision: 'Decision',
  ProjectOverviewPeople: 'ProjectOverviewPerson',
  ProjectSearch: 'NameAndDescriptionSearch',
  ProjectSquad: 'Ref',
  ReceiveInSandboxInputType: 'MessageType',
  ShowTypingInputKind: 'TypingKind',
  SignInStepStep: 'SignInResult',
  SquadSort: 'NameSort',
  StoredFileRecordType: 'UploadType',
  StoredFileResponseData: 'StoredFile',
  TaskSearch: 'TitleAndDescriptionSearch',
  TeamSettingsPhaseRule: 'PhaseRule',
  TemplatesTemplate: 'Template',
  UnreadUnread: 'UnreadConversation',
  UserRole: 'Role',
  WebhookEndpointEvent: 'SubscribedEvent',
  WebhookStandingDelivery: 'LastDelivery',
  WebhookStandingReception: 'LastReception',
  WorkflowChoicesPipelineColumn: 'ColumnChoice',
  WorkflowDryRunStepOutcome: 'DryRunOutcome',
  WorkflowLastRunStatus: 'RunStatus',
  WorkflowVersionsVersion: 'WorkflowVersion',
  WriteMessageInputType: 'SentMediaType',
};

/** Default name of an operation's input or output → its actual name, if several operations share it. */
export const sharedNames: Readonly<Record<string, string>> = {
  AskForPasswordInput: 'EmailInput',
  ChangeOwnEmailInput: 'EmailInput',
  ConfirmOwnEmailInput: 'TokenInput',
  CreateSquadInput: 'NameInput',
  CreateWorkflowInput: 'WorkflowInput',
  DeleteDraftInput: 'DraftInput',
  DeletedIdentity: 'DeletedRecord',
  DeletedPasskey: 'DeletedRecord',
  DeletedReadyAnswer: 'DeletedRecord',
  DeletedSavedView: 'DeletedRecord',
  GetDraftInput: 'DraftInput',
  LeftTeam: 'RemovedMember',
  LookAtResetInput: 'TokenInput',
  PasswordReplaced: 'PasswordChanged',
  PreviewBulkJobInput: 'BulkJobInput',
  ProveWithPasskeyInput: 'PasskeyInput',
  ReconnectInboxInput: 'ConnectInboxInput',
  SignInWithPasskeyInput: 'PasskeyInput',
  StartBulkJobInput: 'BulkJobInput',
  UpdatePipelineInput: 'NameInput',
  UpdateSquadInput: 'NameInput',
  UpdateWorkflowInput: 'WorkflowInput',
};

/** String schemas that are components although they are not enumerations: the component's name. */
export const namedTexts: ReadonlySet<string> = new Set(['DealPhase']);

const addressParts = {
  street: 'The street.',
  number: 'The house number.',
  complement: 'Floor, flat or block.',
  neighborhood: 'The neighbourhood.',
  city: 'The city.',
  state: 'The state.',
  zip_code: 'The postal code.',
  country: 'The country.',
};

/** Component → field → its description, for components that are not records. */
export const nestedDescriptions: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  Address: addressParts,
  AddressInput: addressParts,
  Referral: {
    title: 'The headline of the advertisement or post.',
    body: 'The text of the advertisement or post.',
    source_url: 'The URL of the advertisement or post, http or https. It is never fetched.',
    source_id: 'The network’s ID of the advertisement or post.',
    source_type: 'The type: ad, post, or another value of the network.',
    ctwa_clid: 'The click ID, for the network’s conversion API.',
  },
  DealPhases: { phases: 'The phases, those listed by the team first.' },
  Media: {
    reason: 'Reason for a missing file, if known.',
    name: 'The name of the file, if known.',
    media_type: 'The media type, such as image/png.',
    bytes: 'The size in bytes, if known.',
    file_id: 'The ID of the stored file.',
  },
  MeKey: {
    id: 'The key’s ID.',
    name: 'The name.',
    scope: 'full: all permissions of the key’s user. read: only GET requests.',
    expires_at: 'Expiration time; null if it never expires.',
  },
  MeRateLimit: {
    limit: 'Maximum number of requests per window.',
    window_seconds: 'Length of the window in seconds.',
  },
  MeTeam: {
    id: 'The team.',
    name: 'The name.',
    slug: 'The team’s slug, used in URLs.',
  },
  PipelineColumn: {
    id: 'The column’s ID.',
    slug: 'The value that tasks use in `column`.',
    name: 'The display name.',
    is_finishing: 'True if entering the column completes a task.',
    limit: 'Recommended maximum number of tasks in the column; null for no limit.',
  },
  MessageAuthor: {
    id: 'The ID of the user, key or workflow.',
    name: 'The current name of the user, key or workflow.',
    run_id: 'The ID of the workflow run.',
  },
  Reaction: {
    direction: 'The side that reacted.',
    emoji: 'The emoji.',
  },
  Ref: {
    id: 'The ID of the linked record.',
    name: 'The name.',
  },
  TagsInUse: {
    clients: 'Tags of clients, most used first.',
    contacts: 'Tags of contacts, most used first.',
    deals: 'Tags of deals, most used first.',
    tasks: 'Tags of tasks, most used first.',
    activities: 'Tags of activities, most used first.',
  },
  TeamPhase: {
    phase: 'The phase, as used by deals.',
    meaning: 'The meaning of the phase: open, won or lost.',
    is_listed: 'True if the team lists the phase; false if it is only in use by deals.',
  },
  Template: {
    name: 'The name of the template at the network.',
    language: 'The language, such as pt_BR.',
    status: 'The approval status at the network; only APPROVED templates can be sent.',
    category: 'The purpose.',
    components: 'The parts of the template, in the network’s format.',
  },
};

/** Component → field → its description specific to that component. @returns undefined if there is none */
const specificDescription = (owner: string, field: string) =>
  nestedDescriptions[owner]?.[field] ?? panelNestedDescriptions[owner]?.[field];

/** Description of a component's field. @returns undefined if there is none */
export const descriptionOf = (owner: string, field: string): string | undefined =>
  specificDescription(owner, field) ?? commonDescriptions[field] ?? panelFieldDescriptions[field];

/** Component → its description, if that of the first field containing it is not sufficient. */
export const componentDescriptions: Readonly<Record<string, string>> = {
  Address: 'A postal address. Each part may be absent or null. Later versions may add parts.',
  AddressInput: 'A postal address. Each part may be omitted or null.',
  CreatedAtSort: 'By creation time; the prefix - sorts the latest first.',
  EventKind: 'The type of event. Later versions add types: ignore those that you do not know.',
  NameSort: 'By name or by creation time; the prefix - sorts in descending order.',
  Ref: 'A linked record: its ID and its name.',
  SubscribedEvent:
    'A type of event that an endpoint receives, or * for all. Later versions may add values.',
};
