import type { Crud } from '../operations/crud.ts';
import type { Operation } from '../operations/operation.ts';
import { type Procedure, registryOf } from '../operations/registry.ts';
import { keyOperations, keyProcedures } from './accounts/api-keys/operations.ts';
import { invitationAccountOperations } from './accounts/invitations/account-operations.ts';
import { linkForUser } from './accounts/invitations/links.ts';
import { invitationOperations } from './accounts/invitations/operations.ts';
import { getMe } from './accounts/me.ts';
import { memberOperations } from './accounts/members/operations.ts';
import { resetMember } from './accounts/members/password-reset.ts';
import * as accounts from './accounts/operations.ts';
import { openIdOperations } from './accounts/people/openid-operations.ts';
import { signingInOperations } from './accounts/people/operations.ts';
import { passkeyOperations } from './accounts/people/passkey-operations.ts';
import { demoOperations } from './accounts/sample-data/operations.ts';
import { sessionOperations } from './accounts/session-operations.ts';
import { settingsOperations } from './accounts/settings/operations.ts';
import * as squads from './accounts/squads/operations.ts';
import * as users from './accounts/users/operations.ts';
import { exportAudit } from './audit/export.ts';
import { listHistory } from './audit/history.ts';
import { listAudit } from './audit/operations.ts';
import { bulkOperations } from './bulk/operations.ts';
import { commentOperations } from './comments/operations.ts';
import { importConversations } from './conversations/import-conversations.ts';
import { mergeOperations } from './conversations/merging/operations.ts';
import { conversationOperations, conversationProcedures } from './conversations/operations.ts';
import { listInPanel as listActivities } from './crm/activities/panel-list.ts';
import * as contracts from './crm/contracts/operations.ts';
import { getBoard } from './crm/deals/board.ts';
import { listInPanel } from './crm/deals/operations.ts';
import { getPhaseHistory, getTerms } from './crm/deals/phase-history.ts';
import { getPhases } from './crm/deals/phases-in-use.ts';
import { duplicateOperations } from './crm/duplicates/operations.ts';
import { timelineOperations } from './crm/timeline/operations.ts';
import { viewOperations } from './crm/views/operations.ts';
import { getDay } from './day/operations.ts';
import { getOverdue } from './day/overdue.ts';
import * as files from './files/operations.ts';
import { recordFileOperations, recordFileProcedures } from './files/record-files.ts';
import * as connecting from './inboxes/connect-operations.ts';
import { checkInboxFields } from './inboxes/field-checks.ts';
import * as health from './inboxes/health-operations.ts';
import { inboxLog, inboxSetup } from './inboxes/log.ts';
import * as inboxes from './inboxes/operations.ts';
import * as installation from './installation/operations.ts';
import { notificationOperations, notificationProcedures } from './notifications/operations.ts';
import { receiveCallback } from './receiving/callbacks.ts';
import { fetchMedia } from './receiving/media-operations.ts';
import { receiveInSandbox } from './receiving/sandbox-operations.ts';
import { getRecordContext } from './record-context.ts';
import { readables, resources } from './resources.ts';
import { searchAll } from './search/operations.ts';
import { messagingOperations } from './sending/operations.ts';
import { getTags } from './tags.ts';
import * as transfer from './transfer/operations.ts';
import { endpointHealthOperations } from './webhooks/endpoint-health.ts';
import { testMapping } from './webhooks/mapping-tester.ts';
import { webhookOperations } from './webhooks/operations.ts';
import { receiveWebhook } from './webhooks/receive.ts';
import { clientOperations } from './work/approvals/client-operations.ts';
import { approvalOperations, approvalProcedures } from './work/approvals/operations.ts';
import { listInPanel as listCampaigns, setApproval } from './work/campaigns/operations.ts';
import * as pipelines from './work/pipelines/operations.ts';
import { listInPanel as listProjects } from './work/projects/operations.ts';
import { getOverview } from './work/projects/overview.ts';
import * as taskBoard from './work/tasks/board.ts';
import { move as moveTask } from './work/tasks/move.ts';
import { restore, trashOperations } from './work/tasks/restore.ts';
import { listTasks } from './work/tasks/views.ts';
import { getChoices } from './workflows/choices.ts';
import * as workflows from './workflows/operations.ts';

export { readables, resources };

const crudOf = (each: Crud): Operation[] => [
  each.list,
  each.get,
  each.create,
  each.update,
  each.delete,
];

/** Operations that return a single object. */
const procedures: readonly Procedure[] = [
  ...keyProcedures,
  ...settingsOperations,
  ...memberOperations,
  resetMember,
  ...endpointHealthOperations,
  testMapping,
  getBoard,
  getOverview,
  getPhaseHistory,
  getTerms,
  ...invitationOperations,
  ...demoOperations,
  users.create,
  squads.create,
  pipelines.create,
  contracts.create,
  inboxes.createInbox,
  inboxes.setInbox,
  inboxes.testInbox,
  inboxes.listInboxes,
  inboxLog,
  inboxSetup,
  checkInboxFields,
  receiveInSandbox,
  connecting.connectInbox,
  connecting.loginInbox,
  connecting.restartInbox,
  connecting.reconnectInbox,
  connecting.disconnectInbox,
  connecting.deleteInbox,
  health.inboxHealth,
  health.checkCallback,
  importConversations,
  fetchMedia,
  ...conversationProcedures,
  ...mergeOperations,
  ...duplicateOperations,
  ...timelineOperations,
  ...viewOperations,
  restore,
  taskBoard.getBoard,
  ...approvalProcedures,
  ...clientOperations,
  ...workflows.workflowProcedures,
  getChoices,
  files.create,
  files.get,
  files.list,
  files.read,
  files.deleteFile,
  exportAudit,
  ...bulkOperations,
  getDay,
  getOverdue,
  searchAll,
  getRecordContext,
  ...recordFileProcedures,
  ...notificationProcedures,
  transfer.begin,
  transfer.backdate,
];

/** Operations across teams, on the whole installation. */
const installationOperations = [
  linkForUser,
  accounts.createTeamWithKey,
  accounts.listTeams,
  accounts.getTeam,
  accounts.setTeam,
  installation.rotateSecrets,
  installation.forgetSecrets,
  installation.checkTotals,
  installation.repairTotals,
];

export const registry = registryOf(
  [
    ...resources.flatMap(crudOf),
    getMe,
    getPhases,
    getTags,
    ...messagingOperations,
    ...conversationOperations,
    ...webhookOperations,
    listAudit,
    listHistory,
    ...commentOperations,
    ...recordFileOperations,
    ...notificationOperations,
    ...squads.squadOperations,
    ...pipelines.pipelineOperations,
    ...keyOperations,
    ...workflows.workflowOperations,
    ...inboxes.inboxReads,
    ...contracts.contractOperations,
    listInPanel,
    listProjects,
    listCampaigns,
    ...trashOperations,
    listActivities,
    listTasks,
    moveTask,
    setApproval,
    ...approvalOperations,
    ...readables.flatMap(({ list, get }): Operation[] => [list, get]),
  ],
  [receiveWebhook, receiveCallback],
  procedures,
  installationOperations,
  [
    ...invitationAccountOperations,
    ...openIdOperations,
    ...passkeyOperations,
    ...sessionOperations,
    ...signingInOperations,
  ],
);
