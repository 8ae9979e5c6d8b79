import type { Command } from 'commander';
import { openStorage } from '../features/files/storage.ts';
import { checkBackups } from '../features/installation/checks/backups.ts';
import { unusable } from '../features/installation/checks/database.ts';
import { checkLedger } from '../features/installation/checks/ledger.ts';
import { runChecks } from '../features/installation/checks/run-checks.ts';
import {
  checkBounceMailbox,
  checkMailServer,
  checkRedis,
} from '../features/installation/checks/services.ts';
import { ledgerOf } from '../features/privacy/ledger.ts';
import { readConfig } from '../platform/config.ts';
import { CommandError, print, withDatabase } from './command.ts';

export function doctor(pauta: Command): void {
  pauta
    .command('doctor')
    .description('check the database, secrets, clock and gateways, and recommend fixes')
    .option('--mend', 'correct wrong totals of lists')
    .action(async ({ mend = false }: { mend?: boolean }, command: Command) => {
      const config = readConfig(process.env);
      const checks = [
        ...(await withDatabase(async ({ platform, target: { connection, secrets } }) => [
          ...(await runChecks(
            { platform, connection, secrets },
            config.DATABASE_REPLICA_URL,
            mend,
            openStorage(config),
          )),
          await checkLedger({ platform, secrets }, ledgerOf(config)),
        ]).catch(unusable)),
        ...(await checkBackups(config)),
        ...(config.SMTP_URL ? [await checkMailServer(config.SMTP_URL)] : []),
        ...(config.BOUNCE_IMAP_URL && config.BOUNCE_ADDRESS
          ? [await checkBounceMailbox(config.BOUNCE_IMAP_URL, config.BOUNCE_ADDRESS)]
          : []),
        ...(config.REDIS_URL ? [await checkRedis(config.REDIS_URL)] : []),
      ];
      const ok = checks.every((check) => check.ok);
      print(
        command,
        { ok, checks },
        checks.flatMap((check) => [
          `${check.ok ? 'ok   ' : 'WRONG'}  ${check.name}: ${check.found}`,
          ...(check.advice ? [`       ${check.advice}`] : []),
        ]),
      );
      if (!ok) throw new CommandError('Something is wrong; see above.');
    });
}
