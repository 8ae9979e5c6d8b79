import { commonNotes } from './notes.ts';
import { panelFieldNotes } from './panel-field-notes.ts';
import { panelNestedNotes } from './panel-nested-notes.ts';

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
  number: 'The number in the street.',
  complement: 'Floor, flat, block.',
  neighborhood: 'The neighbourhood.',
  city: 'The city.',
  state: 'The state.',
  zip_code: 'The postal code.',
  country: 'The country.',
};

/** Component → field → its description, for components that are not records. */
export const nestedNotes: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  Address: addressParts,
  AddressInput: addressParts,
  Referral: {
    title: 'The headline of the advertisement or post.',
    body: 'Its text.',
    source_url: 'Its address: http or https. Nothing is fetched from it.',
    source_id: 'Its ID at the network.',
    source_type: 'What it is: ad, post, or another word of the network.',
    ctwa_clid: 'The ID of the click, which the network’s conversion API takes.',
  },
  DealPhases: { phases: 'The phases, those that the team lists first.' },
  Media: {
    reason: 'Why it is not here, once that is known.',
    name: 'What the file is called, where that is known.',
    media_type: 'What kind of file it is, such as image/png.',
    bytes: 'How large it is, where that is known.',
    file_id: 'The file, once it is stored.',
  },
  MeKey: {
    id: 'The key.',
    name: 'What it is called.',
    scope: 'full: may do everything that the key’s user may. read: may only GET.',
    expires_at: 'Until when it works; null for ever.',
  },
  MeRateLimit: {
    limit: 'How many requests are allowed.',
    window_seconds: 'In how many seconds.',
  },
  MeTeam: {
    id: 'The team.',
    name: 'What it is called.',
    slug: 'Its name in addresses.',
  },
  PipelineColumn: {
    id: 'The column.',
    slug: 'What tasks call it in `column`.',
    name: 'What people call it.',
    is_finishing: 'Whether entering it finishes a task.',
    limit: 'How many tasks should be in it at most; null for no limit.',
  },
  MessageAuthor: {
    id: 'The user, the key or the workflow.',
    name: 'The name of that user, key or workflow today.',
    run_id: 'The run of the workflow.',
  },
  Reaction: {
    direction: 'Whose it is.',
    emoji: 'The emoji.',
  },
  Ref: {
    id: 'The linked record.',
    name: 'What it is called.',
  },
  TagsInUse: {
    clients: 'Tags of clients, the most used first.',
    contacts: 'Tags of contacts, the most used first.',
    deals: 'Tags of deals, the most used first.',
    tasks: 'Tags of tasks, the most used first.',
    activities: 'Tags of activities, the most used first.',
  },
  TeamPhase: {
    phase: 'The phase, as deals name it.',
    meaning: 'What the phase means: open, won or lost.',
    is_listed: 'Whether the team lists it; the others are only in use.',
  },
  Template: {
    name: 'What it is called at the network.',
    language: 'Its language, such as pt_BR.',
    status: 'How it stands with the network; only APPROVED ones can be sent.',
    category: 'What it is for.',
    components: 'Its parts, as the network has them.',
  },
};

/** Component → field → its description specific to that component. @returns undefined if there is none */
const noteThere = (owner: string, field: string) =>
  nestedNotes[owner]?.[field] ?? panelNestedNotes[owner]?.[field];

/** Description of a component's field. @returns undefined if there is none */
export const noteOf = (owner: string, field: string): string | undefined =>
  noteThere(owner, field) ?? commonNotes[field] ?? panelFieldNotes[field];

/** Component → its description, if that of the first field containing it is not sufficient. */
export const componentNotes: Readonly<Record<string, string>> = {
  Address: 'A postal address. Each part may be absent or null. Later versions may add parts.',
  AddressInput: 'A postal address. Each part may be left out or null.',
  CreatedAtSort: 'By when the records were created; the prefix - means the latest first.',
  EventKind: 'What happened. Later versions add kinds: leave out those that you do not know.',
  NameSort: 'By name, or by when the records were created; the prefix - means descending.',
  Ref: 'A record that is linked: its ID and its name.',
  SubscribedEvent:
    'A kind of event that an endpoint gets, or * for all. Later versions may add values.',
};
