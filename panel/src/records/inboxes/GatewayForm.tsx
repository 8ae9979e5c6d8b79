import { type ReactNode, useRef } from 'react';
import type { InboxSetup } from '#panel/api/types.ts';
import type { ActionState } from '#panel/commands/use-action.ts';
import { Form, type Values } from '#panel/parts/Form.tsx';
import { Select } from '#panel/parts/Select.tsx';
import { Field } from '#panel/ui/Field.tsx';
import { useInboxWords } from '#panel/words/inboxes/use.ts';
import { FieldCheckResult } from './FieldCheckResult.tsx';
import { type GatewayField, gatewayFields, groupedValues } from './gateways.ts';
import type { Gateway } from './queries.ts';
import { useFieldChecks } from './use-field-checks.ts';

interface Props {
  readonly slug: string;
  readonly gateway: Gateway;
  readonly act: ActionState<Values>;
  readonly submit: string;
  /** Existing inbox and its configuration. */
  readonly inbox?: string | undefined;
  readonly setup?: InboxSetup | undefined;
  /** Content above and below the gateway's fields. */
  readonly children?: ReactNode;
  readonly after?: ReactNode;
  readonly beside?: ReactNode;
}

/** Configuration form of a gateway; fields are checked with it while typing. */
export function GatewayForm({ slug, gateway, act, submit, inbox, setup, ...rest }: Props) {
  const { setup: words } = useInboxWords();
  const box = useRef<HTMLDivElement>(null);
  const trial = useFieldChecks(slug, gateway, inbox);
  const of = (field: GatewayField) => (
    <GatewayInput key={field.name} gateway={gateway} field={field} setup={setup} trial={trial} />
  );
  const look = () => {
    const form = box.current?.querySelector('form');
    if (!form) return;
    const data = new FormData(form);
    trial.look(groupedValues(gateway, (name) => String(data.get(name) ?? '')));
  };
  const fields = gatewayFields[gateway];
  const seldom = fields.filter(({ isSeldom }) => isSeldom);
  const isSecret = fields.some(({ kind }) => kind === 'secret');
  const callback = trial.checks.find(({ field }) => field === 'callback');
  return (
    <div ref={box} onInput={look}>
      <Form act={act} submit={submit} beside={rest.beside}>
        {rest.children}
        {fields.filter(({ isSeldom }) => !isSeldom).map(of)}
        {seldom.length > 0 ? (
          <details>
            <summary className="control inline-flex cursor-pointer items-center rounded text-accent">
              {words.more}
            </summary>
            <div className="flex flex-col gap-4 pt-2">{seldom.map(of)}</div>
          </details>
        ) : null}
        {callback ? (
          <div className="flex flex-col gap-1">
            <p className="font-medium">{words.callback}</p>
            <p className="text-meta">
              <FieldCheckResult check={callback} />
            </p>
          </div>
        ) : null}
        <p role="status" className="min-h-4 text-meta text-muted">
          {trial.isAsking ? words.asking : isSecret ? words.hidden : null}
        </p>
        {rest.after}
      </Form>
    </div>
  );
}

function GatewayInput({
  gateway,
  field: { name, kind, isRequired },
  setup: inboxSetup,
  trial,
}: {
  readonly gateway: Gateway;
  readonly field: GatewayField;
  readonly setup: InboxSetup | undefined;
  readonly trial: ReturnType<typeof useFieldChecks>;
}) {
  const { setup: words } = useInboxWords();
  const [label = name, about] = words.fields[gateway]?.[name] ?? [];
  if (kind === 'play')
    return (
      <Select
        label={label}
        hint={about}
        name={name}
        choices={Object.entries(words.plays).map(([value, label]) => ({ value, label }))}
      />
    );
  const isKept = inboxSetup?.secrets.includes(name) === true;
  const check = trial.checks.find(({ field }) => field === name);
  const text = inboxSetup?.config[name];
  return (
    <Field
      label={label}
      hint={
        <span className="flex flex-col gap-1">
          <span>{isKept ? words.kept : about}</span>
          {check ? <FieldCheckResult check={check} /> : null}
        </span>
      }
      name={name}
      type={kind === 'secret' ? 'password' : 'text'}
      inputMode={kind === 'digits' ? 'numeric' : name === 'url' ? 'url' : undefined}
      defaultValue={typeof text === 'string' ? text : name === 'session' ? 'default' : undefined}
      autoComplete={kind === 'secret' ? 'new-password' : 'off'}
      autoCapitalize="off"
      spellCheck={false}
      aria-invalid={check && !check.ok ? true : undefined}
      required={isRequired === true && !isKept}
    />
  );
}
