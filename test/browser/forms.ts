import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Page } from '@playwright/test';
import { spreadsheet } from './import-files.ts';
import { chooseOption } from './select.ts';

/*
 * Every form of the panel: the file of `panel/src` that renders it, its page, and the controls that open it. A test compares the files with
 * the sources, so a new form needs a line here, unless the list of its kind or its settings page opens it by the control for creation.
 */

type Step = (page: Page) => Promise<unknown>;

export interface FormCase {
  readonly file: string;
  /** SLUG is the team's; `{tasks}` the id of its task, and so on. */
  readonly at: string;
  /** Opens it. */
  readonly steps: readonly Step[];
  /** Its container; by default the dialog that the steps open, or the last one on the page without steps. */
  readonly within?: string;
  /** True if it is never sent to the service. */
  readonly isLocal?: true;
}

const form = (file: string, at: string, ...steps: readonly Step[]): FormCase => ({
  file,
  at,
  steps,
});
const record = (file: string, at: string, ...steps: readonly Step[]) =>
  form(file, `/t/SLUG${at}`, ...steps);
const setting = (file: string, page: string, ...steps: readonly Step[]) =>
  form(
    file.startsWith('inboxes/') ? `records/${file}` : `screens/settings/${file}`,
    `/t/SLUG/settings/${page}`,
    ...steps,
  );

/** The form is on the page, not in a dialog. */
const onPage = (each: FormCase, within = 'form'): FormCase => ({ ...each, within });

const click =
  (name: string | RegExp): Step =>
  (page) =>
    page.getByRole('button', { name }).last().click();
const clickInDialog =
  (name: string): Step =>
  (page) =>
    page.getByRole('dialog').getByRole('button', { name }).click();
const choose =
  (name: string | RegExp): Step =>
  (page) =>
    page.getByRole('menuitem', { name }).click();
const fill =
  (label: string, text: string): Step =>
  (page) =>
    page.getByLabel(label).fill(text);
/** Answers a request that precedes the form. */
const select =
  (label: string, option: string): Step =>
  (page) =>
    chooseOption(page.getByLabel(label), option);
const check =
  (name: string): Step =>
  (page) =>
    page.getByRole('checkbox', { name }).click();
/** Opens the first menu of the page. */
const first: Step = (page) =>
  page
    .getByRole('main')
    .getByRole('button', { name: /^Ações para/ })
    .first()
    .click();
/** Chooses a chat that was exported from WhatsApp. */
const chooseChat: Step = (page) =>
  page.getByLabel('Arquivo para importar').setInputFiles({
    name: 'Conversa.txt',
    mimeType: 'text/plain',
    buffer: Buffer.from('05/10/2026 14:33 - Maria: Bom dia\n05/10/2026 14:34 - Loja: Bom dia\n'),
  });
/** Chooses a spreadsheet. */
const chooseTable: Step = (page) =>
  page.getByLabel('Arquivo para importar').setInputFiles(spreadsheet);
const signOut: Step = async (page) => {
  await page.context().clearCookies();
  await page.reload();
};
/** Gives the answer that opens the form. */
const answer =
  (path: string, status: number, json: object): Step =>
  (page) =>
    page.route(`**/api/panel${path}`, (route) => route.fulfill({ status, json }), { times: 1 });

const listed: Readonly<Record<string, readonly FormCase[]>> = {
  records: [
    record('records/clients/NewClientDialog.tsx', '/clients', click('Novo cliente')),
    record(
      'records/clients/ReportLinksDialog.tsx',
      '/clients/{clients}',
      first,
      choose('Relatório para o cliente…'),
    ),
    record('records/contacts/NewContactDialog.tsx', '/contacts', click('Novo contato')),
    record('records/shared/fields/NewRecordDialog.tsx', '/projects', click('Novo projeto')),
    record('records/campaigns/NewCampaignDialog.tsx', '/campaigns', click('Nova campanha')),
    record(
      'records/shared/exports/ExportDialog.tsx',
      '/clients',
      click('Exibição'),
      click('Exportar…'),
    ),
    record('records/deals/DealDialog.tsx', '/deals', click('Novo negócio')),
    record('records/activities/NewActivityDialog.tsx', '/activities', click('Nova atividade')),
    record('records/tasks/Composer.tsx', '/tasks', click('Nova tarefa')),
    record('screens/home/QuickAdd.tsx', ''),
    onPage(record('records/deals/NewStepForm.tsx', '/deals/{deals}'), 'form:has([name=due_date])'),
    record('records/deals/ContractDialog.tsx', '/deals/{won}', click('Criar contrato e projeto')),
    record(
      'records/deals/LossDialog.tsx',
      '/deals',
      click('Ações para Loja nova'),
      choose('Marcar como perdido…'),
    ),
    record(
      'records/activities/NextStepPrompt.tsx',
      '/deals/{deals}',
      check('Concluir Ligar para a padaria'),
    ),
    record(
      'records/projects/recurrences/RecurrenceDialog.tsx',
      '/projects/{projects}',
      click('Nova recorrência'),
    ),
    record(
      'records/projects/SaveTemplateDialog.tsx',
      '/projects/{projects}',
      click('Salvar como modelo…'),
    ),
    record('records/projects/KeyDialog.tsx', '/projects/{projects}', click(/^Trocar a chave/)),
    record(
      'records/tasks/PromptDialog.tsx',
      '/tasks?view=list',
      click('Ações para Capa do site'),
      choose('Etiquetas…'),
      choose('Outra etiqueta…'),
    ),
    record(
      'ui/calendar/MoveDialog.tsx',
      '/tasks?view=calendar',
      click('Ações para Capa do site'),
      choose('Outra data…'),
    ),
    {
      ...onPage(
        record(
          'records/shared/list/FilterEditor.tsx',
          '/contacts',
          click('Filtrar'),
          choose(/Etiqueta/),
        ),
      ),
      isLocal: true,
    },
    {
      ...onPage(
        record(
          'records/shared/list/FilterEditor.tsx',
          '/tasks?view=list',
          click('Filtrar'),
          choose(/Etiqueta/),
        ),
      ),
      isLocal: true,
    },
    record('records/shared/list/SavedViewDialog.tsx', '/clients?search=a', click('Salvar visão…')),
  ],
  'campaigns and conversations': [
    record(
      'records/campaigns/RequestApprovalDialog.tsx',
      '/campaigns/{campaigns}',
      click('Pedir aprovação'),
    ),
    onPage(
      record(
        'records/campaigns/ShareLinkDialog.tsx',
        '/campaigns/{campaigns}',
        click('Pedir aprovação'),
        clickInDialog('Pedir aprovação'),
      ),
      'dialog section form',
    ),
    record(
      'records/campaigns/DecisionDialog.tsx',
      '/campaigns/{asked}',
      click('Registrar a resposta do cliente'),
    ),
    record(
      'records/campaigns/AnswerDialog.tsx',
      '/campaigns/{asked}',
      click(/^Responder: comentário 1/),
    ),
    record(
      'records/campaigns/NextRoundDialog.tsx',
      '/campaigns/{changed}',
      click('Enviar nova versão'),
    ),
    record(
      'records/conversations/NewConversationDialog.tsx',
      '/conversations',
      click('Nova conversa'),
    ),
    record(
      'records/conversations/composer/TemplateDialog.tsx',
      '/conversations',
      click('Nova conversa'),
      fill('Ou um telefone novo', '(11) 98765-4399'),
      select('De qual caixa', 'Oficial'),
      click('Escolher um modelo…'),
      click(/lembrete/),
    ),
    record('records/deals/DealDialog.tsx', '/conversations/{conversations}', click('Novo negócio')),
    record(
      'records/conversations/composer/scheduled/ScheduleDialog.tsx',
      '/conversations/{conversations}',
      fill('Resposta para o contato', 'Até logo!'),
      click('Enviar depois'),
    ),
    record(
      'records/conversations/SnoozeDialog.tsx',
      '/conversations/{conversations}',
      click('Adiar'),
      choose('Escolher dia e hora…'),
    ),
  ],
  settings: [
    onPage(record('screens/settings/team/Screen.tsx', '/settings'), 'form:has([name=name])'),
    onPage(record('screens/settings/team/Brand.tsx', '/settings'), 'form:has([name=color])'),
    setting('pipelines/NewPipelineDialog.tsx', 'pipelines', click('Criar quadro')),
    setting('pipelines/Pipeline.tsx', 'pipelines/{pipelines}', click(/^Renomear$/)),
    setting('pipelines/PipelineColumns.tsx', 'pipelines/{pipelines}'),
    setting(
      'pipelines/PipelineColumns.tsx',
      'pipelines/{pipelines}',
      first,
      choose('Renomear coluna'),
    ),
    setting(
      'pipelines/PipelineColumns.tsx',
      'pipelines/{pipelines}',
      first,
      choose('Remover coluna'),
    ),
    setting('pipelines/LimitDialog.tsx', 'pipelines/{pipelines}', first, choose(/^Limite/)),
    setting('project-templates/Screen.tsx', 'project-templates', click('Criar modelo')),
    onPage(setting('project-templates/Editor.tsx', 'project-templates/{templates}')),
    setting('phases/DealPhases.tsx', 'phases'),
    setting('phases/DealPhases.tsx', 'phases', first, choose('Renomear fase')),
    setting('phases/RuleDialog.tsx', 'phases', first, choose(/^Limite/)),
    setting('squads/Screen.tsx', 'squads', click('Criar squad')),
    setting('squads/SquadRow.tsx', 'squads', first, choose('Renomear squad')),
    setting(
      'canned-responses/CannedResponseDialog.tsx',
      'ready-answers',
      click('Nova resposta pronta'),
    ),
    setting('rates/RateDialog.tsx', 'rates', click('Valor de cliente ou projeto')),
    setting('labels/LabelDialog.tsx', 'labels', click('Nova etiqueta')),
    onPage(setting('imports/Destination.tsx', 'imports', chooseChat)),
    onPage(
      setting('imports/rows/ReadingForm.tsx', 'imports', chooseTable, click('Corrigir a leitura')),
    ),
    setting('privacy/PersonDialog.tsx', 'privacy', click('Novo pedido')),
    onPage(setting('privacy/DeadlineSetting.tsx', 'privacy')),
    setting(
      'privacy/CloseDialog.tsx',
      'privacy/{privacy}',
      click(/^Ações$/),
      choose('Encerrar o pedido…'),
    ),
    setting('privacy/KeepDialog.tsx', 'privacy/{privacy}', click(/^Manter: /)),
    {
      ...setting('privacy/EraseDialog.tsx', 'privacy/{erasure}', click('Eliminar os dados…')),
      isLocal: true,
    },
    setting('keys/KeyDialog.tsx', 'keys', click('Criar chave')),
    setting('keys/RotateDialog.tsx', 'keys', first, choose('Trocar')),
    setting('webhooks/EndpointForm.tsx', 'webhooks/new'),
    form('screens/workload/AbsenceDialog.tsx', '/t/SLUG/workload', click('Nova ausência')),
    form(
      'screens/workload/WeeklyHoursDialog.tsx',
      '/t/SLUG/workload',
      click(/Alterar as horas por semana de Caio Nunes/),
    ),
    form(
      'screens/settings/people/InviteDialog.tsx',
      '/t/SLUG/settings/people',
      click('Convidar pessoa'),
    ),
    form(
      'screens/settings/people/PermissionsDialog.tsx',
      '/t/SLUG/settings/people',
      click('Ações para Caio Nunes'),
      choose('Permissões'),
      check('Pode exportar dados'),
    ),
  ],
  'inboxes and accounts': [
    setting('inboxes/GatewayForm.tsx', 'inboxes/new?gateway=evolution'),
    setting('inboxes/GatewayForm.tsx', 'inboxes/new?gateway=waha'),
    setting('inboxes/GatewayForm.tsx', 'inboxes/new?gateway=cloud'),
    setting('inboxes/GatewayForm.tsx', 'inboxes/new?gateway=sandbox'),
    setting('inboxes/Actions.tsx', 'inboxes/{inboxes}', first, choose('Renomear')),
    onPage(setting('inboxes/TestMessage.tsx', 'inboxes/{inboxes}'), 'form:has([name=content])'),
    onPage(setting('inboxes/SandboxPhone.tsx', 'inboxes/{inboxes}'), 'form:has([name=name])'),
    onPage(setting('inboxes/Replies.tsx', 'inboxes/{inboxes}/settings')),
    onPage(
      setting('inboxes/ReplyTimes.tsx', 'inboxes/{inboxes}/settings'),
      'form:has(input[name="first_reply_minutes"])',
    ),
    onPage(
      setting('inboxes/Distribution.tsx', 'inboxes/{inboxes}/settings'),
      'form:has([name=distribution])',
    ),
    onPage(
      setting(
        'inboxes/PhoneForm.tsx',
        'inboxes/{ended}/connect',
        click('Usar um código em vez da câmera'),
      ),
    ),
    form('screens/account/Profile.tsx', '/account'),
    form('screens/account/Security.tsx', '/account/security'),
    form('screens/account/Passkeys.tsx', '/account/security', click('Adicionar chave')),
    form('screens/account/SecondFactor.tsx', '/account/security', click('Ativar')),
    form(
      'app/ReauthenticationDialog.tsx',
      '/account/security',
      answer('/account/totp', 403, {
        success: false,
        error: { code: 'REAUTH_REQUIRED', message: 'Give your password again.' },
      }),
      click('Ativar'),
    ),
    form('screens/invite/Screen.tsx', '/invite{invitation}'),
    onPage(form('screens/invite/Screen.tsx', '/invite{invitation}', signOut)),
    onPage(form('screens/reset-password/Screen.tsx', '/reset{reset}', signOut)),
    onPage(form('screens/confirm-email/Screen.tsx', '/confirm#SLUG', signOut)),
    onPage(form('screens/forgot-password/Screen.tsx', '/forgot', signOut)),
    onPage(form('screens/sign-in/Screen.tsx', '/sign-in', signOut)),
    onPage(
      form(
        'screens/sign-in/SecondFactor.tsx',
        '/sign-in',
        signOut,
        fill('E-mail', 'ana@example.com'),
        fill('Senha', 'cinco gatos azuis no sol'),
        answer('/session', 200, { success: true, data: { session: null, token: 'x' } }),
        click(/^Entrar$/),
      ),
      'form:has([name=code])',
    ),
  ],
};

const panel = fileURLToPath(new URL('../../panel/src/', import.meta.url));
/** Parts of forms, which are counted where they are used. */
const parts = ['Form', 'AddForm', 'NameDialog'];

/** Files of the panel with forms, each with their number. */
export const formsInSources = globSync('**/*.tsx', { cwd: panel })
  .filter((file) => !parts.some((part) => file === `parts/${part}.tsx`))
  .map((file): readonly [file: string, count: number] => {
    const opening = new RegExp(`<(?:form|${parts.join('|')})\\b`, 'g');
    return [file, readFileSync(panel + file, 'utf8').match(opening)?.length ?? 0];
  })
  .filter(([, count]) => count > 0);

/** A form that the list of its kind, or its settings page, opens by the control for creation. */
function creation(file: string): readonly FormCase[] {
  const [, kind, page] =
    /^(?:records\/([a-z]+)|screens\/(settings\/[a-z-]+))\/\w+\.tsx$/.exec(file) ?? [];
  const path = kind ?? page;
  if (path === undefined) return [];
  return [record(file, `/${path}`, (page) => page.locator('main [data-create]').click())];
}

const files = Object.values(listed).flatMap((forms) => forms.map(({ file }) => file));
const further = formsInSources
  .filter(([file]) => !files.includes(file))
  .flatMap(([file]) => creation(file));

export const groups: typeof listed = {
  ...listed,
  ...(further.length > 0 && { 'further records and settings': further }),
};
