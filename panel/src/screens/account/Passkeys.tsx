import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { passkeysUpdateLimits } from '#panel/api/input-limits.ts';
import type { Passkey } from '#panel/api/types.ts';
import { useAction } from '#panel/commands/use-action.ts';
import {
  addPasskey,
  passkeysQuery,
  removePasskey,
  renamePasskey,
  signInMethodsQuery,
} from '#panel/data/sign-in-methods.ts';
import { FailureNotice } from '#panel/display/Notices.tsx';
import { QueryContent } from '#panel/display/QueryContent.tsx';
import { RelativeTime } from '#panel/display/RelativeTime.tsx';
import { Form, type Values } from '#panel/parts/Form.tsx';
import { Button, buttonClass } from '#panel/ui/Button.tsx';
import { Dialog } from '#panel/ui/Dialog.tsx';
import { Field } from '#panel/ui/Field.tsx';
import { Section } from '#panel/ui/layout.tsx';
import { MoreMenu } from '#panel/ui/Menu.tsx';
import { Table } from '#panel/ui/Table.tsx';
import { say } from '#panel/ui/Toast.tsx';
import { useAccountWords } from '#panel/words/account/use.ts';
import { useSignInMethodWords } from '#panel/words/sign-in-methods/use.ts';
import { useWords } from '#panel/words/translations.ts';
import { deviceIn, localhostOf } from './model.ts';

type OpenDialog = { act: 'add' } | { act: 'rename' | 'remove'; passkey: Passkey };

/** Passkeys of the user: add, rename, remove; or the reason why none can be added. */
export function Passkeys() {
  const words = useSignInMethodWords();
  const { common } = useWords();
  const { data: methods } = useQuery(signInMethodsQuery);
  const query = useQuery(passkeysQuery);
  const [dialog, show] = useState<OpenDialog>();
  const elsewhere = localhostOf(location);
  const close = () => show(undefined);
  return (
    <Section
      title={words.passkeys}
      about={words.passkeysAbout}
      actions={
        methods?.passkeys ? <Button onClick={() => show({ act: 'add' })}>{words.add}</Button> : null
      }
    >
      {methods && !methods.passkeys ? (
        <>
          <p>{words.passkeysHere}</p>
          {elsewhere ? (
            <a href={elsewhere} className={buttonClass('plain', 'self-start')}>
              {words.openLocalhost}
            </a>
          ) : null}
        </>
      ) : null}
      <QueryContent query={query} rows={1}>
        {(passkeys) =>
          passkeys.length === 0 ? (
            <p className="text-muted">{words.none}</p>
          ) : (
            <Table
              label={words.passkeys}
              rows={passkeys}
              keyOf={({ id }) => id}
              actionsTitle={common.actions}
              columns={[
                { key: 'name', title: words.name, cell: ({ name }) => name },
                {
                  key: 'made',
                  title: words.made,
                  isWide: true,
                  cell: ({ created_at }) => <RelativeTime at={created_at} />,
                },
                {
                  key: 'used',
                  title: words.lastUse,
                  cell: ({ used_at }) => <RelativeTime at={used_at} />,
                },
              ]}
              actions={(passkey) => (
                <MoreMenu
                  label={words.actionsFor({ name: passkey.name })}
                  items={[
                    { label: words.rename, act: () => show({ act: 'rename', passkey }) },
                    {
                      label: words.remove,
                      isDangerous: true,
                      act: () => show({ act: 'remove', passkey }),
                    },
                  ]}
                />
              )}
            />
          )
        }
      </QueryContent>
      {dialog?.act === 'add' ? <PasskeyNameDialog onClose={close} /> : null}
      {dialog?.act === 'rename' ? (
        <PasskeyNameDialog passkey={dialog.passkey} onClose={close} />
      ) : null}
      {dialog?.act === 'remove' ? <Removing passkey={dialog.passkey} onClose={close} /> : null}
    </Section>
  );
}

interface DialogProps {
  readonly onClose: () => void;
}

/** Asks for the name of a new or an existing passkey. */
function PasskeyNameDialog({ passkey, onClose }: DialogProps & { readonly passkey?: Passkey }) {
  const words = useSignInMethodWords();
  const { common } = useWords();
  const account = useAccountWords();
  const device = deviceIn(navigator.userAgent);
  const act = useAction(
    (values: Values) => {
      const name = values('name').trim();
      return passkey ? renamePasskey(passkey.id, name) : addPasskey(name);
    },
    () => {
      say(passkey ? common.saved : words.added);
      onClose();
    },
  );
  return (
    <Dialog
      title={passkey ? words.renameTitle : words.addTitle}
      closeLabel={common.close}
      onClose={onClose}
    >
      <Form act={act} submit={passkey ? common.save : common.next}>
        <Field
          label={words.name}
          hint={words.nameHint}
          name="name"
          defaultValue={passkey?.name ?? (device ? account.on(device) : '')}
          {...passkeysUpdateLimits.name}
          autoComplete="off"
          required
        />
        <FailureNotice
          failure={act.failure}
          says={{
            PASSKEY_UNUSED: words.refused.unused,
            PASSKEY_TWICE: words.refused.twice,
            GONE: words.refused.over,
          }}
        />
      </Form>
    </Dialog>
  );
}

function Removing({ passkey, onClose }: DialogProps & { readonly passkey: Passkey }) {
  const words = useSignInMethodWords();
  const { common } = useWords();
  const act = useAction(
    () => removePasskey(passkey.id),
    () => {
      say(words.removed);
      onClose();
    },
  );
  return (
    <Dialog
      title={words.removeTitle({ name: passkey.name })}
      closeLabel={common.close}
      onClose={onClose}
    >
      <p>{words.removeAbout}</p>
      <FailureNotice failure={act.failure} says={{ CONFLICT: words.onlyWay }} />
      <div className="flex gap-2">
        <Button look="danger" busy={act.isBusy} onClick={() => act.act(undefined)}>
          {words.remove}
        </Button>
        <Button look="quiet" onClick={onClose}>
          {common.cancel}
        </Button>
      </div>
    </Dialog>
  );
}
