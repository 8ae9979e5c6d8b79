import { workKinds } from '#panel/route/record-paths.ts';

/* Operations that create audit entries, by their API names, to filter by. */

export const operations: readonly string[] = [
  ...workKinds.flatMap((name) => ['create', 'update', 'delete'].map((verb) => `${name}.${verb}`)),
  ...[
    'tasks.restore',
    'projects.set_key',
    'brand.update',
    'campaigns.set_approval',
    'messages.send',
    'messages.send_template',
  ],
  ...['keys.create', 'keys.rotate', 'keys.revoke'],
  ...['members.update', 'members.suspend', 'members.restore', 'members.remove', 'members.leave'],
  ...[
    'members.reset',
    'invitations.create',
    'invitations.revoke',
    'invitation.accept',
    'users.link',
  ],
  ...['settings.update', 'settings.rename_phase'],
  ...['squads.create', 'squads.update', 'squads.delete', 'squads.add_member'],
  ...['squads.remove_member', 'pipelines.create', 'pipelines.update', 'pipelines.delete'],
  ...['columns.create', 'columns.update', 'columns.order', 'columns.remove'],
  ...['contracts.create', 'contracts.update', 'contracts.delete'],
  ...[
    'inboxes.create',
    'inboxes.set',
    'inboxes.update_settings',
    'inboxes.set_access',
    'business_hours.set',
    'inboxes.connect',
    'inboxes.disconnect',
    'inboxes.delete',
  ],
  ...['webhooks.create', 'webhooks.update', 'webhooks.delete', 'webhooks.rotate_secret'],
  ...['workflows.create', 'workflows.update', 'workflows.enable', 'workflows.disable'],
  ...['workflows.continue_run', 'workflows.stop_run'],
  ...['session.begin', 'session.end', 'account.update', 'account.change_password'],
  ...['account.confirm_totp', 'account.remove_totp', 'passkeys.create', 'passkeys.delete'],
];
