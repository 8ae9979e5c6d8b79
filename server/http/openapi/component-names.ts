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
  WebhookEndpointDisabledReasonDetails: 'DeliveryFailure',
  WebhookEndpointDisabledReasonDetailsCode: 'DeliveryFailureCode',
  WebhookEndpointEvent: 'SubscribedEvent',
  WebhookStandingDelivery: 'LastDelivery',
  WebhookStandingReception: 'LastReception',
  WorkflowChoicesPipelineColumn: 'ColumnChoice',
  WorkflowDryRunStepOutcome: 'DryRunOutcome',
  WorkflowLastRunStatus: 'RunStatus',
  WorkflowVersionsVersion: 'WorkflowVersion',
  WorkflowRunReasonDetails: 'RunReason',
  WorkflowRunReasonDetailsCause: 'MessageCause',
  WorkflowRunReasonDetailsCode: 'RunReasonCode',
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

/** Component → its description, if that of the first field containing it is not sufficient. */
export const componentDescriptions: Readonly<Record<string, string>> = {
  Address: 'A postal address. Each part may be absent or null. Later versions may add parts.',
  AddressInput: 'A postal address. Each part may be omitted or null.',
  CreatedAtSort: 'By creation time; the prefix - sorts the latest first.',
  DeliveryFailure:
    'Why a delivery or an attempt failed, or an endpoint was disabled: the code of the reason, and the values in it.',
  DeliveryFailureCode:
    'The reason as a code. Later versions may add codes: treat those that you do not know as a failure.',
  EventKind: 'The type of event. Later versions add types: ignore those that you do not know.',
  NameSort: 'By name or by creation time; the prefix - sorts in descending order.',
  Ref: 'A linked record: its ID and its name.',
  SubscribedEvent:
    'A type of event that an endpoint receives, or * for all. Later versions may add values.',
};
