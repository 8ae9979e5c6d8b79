import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { messagesSendTemplateLimits } from '#panel/api/input-limits.ts';
import { useAction } from '#panel/commands/use-action.ts';
import { FailureNotice } from '#panel/display/Notices.tsx';
import { QueryContent } from '#panel/display/QueryContent.tsx';
import { Form, type Values } from '#panel/parts/Form.tsx';
import { Button } from '#panel/ui/Button.tsx';
import { Dialog } from '#panel/ui/Dialog.tsx';
import { Field } from '#panel/ui/Field.tsx';
import { useComposerWords } from '#panel/words/composer/use.ts';
import { useWords } from '#panel/words/translations.ts';
import { templatesQuery } from './template-queries.ts';
import {
  componentsOf,
  isValue,
  matchingTemplates,
  previewOf,
  shapeOf,
  type Template,
  type TemplateValues,
} from './templates.ts';

/** Template with its values. */
export interface FilledTemplate {
  /** Text as the contact will see it. */
  readonly text: string;
  readonly template: string;
  readonly language: string;
  readonly components?: ReturnType<typeof componentsOf>;
}

interface Props {
  readonly slug: string;
  /** Inbox that sends it. */
  readonly inbox: string;
  readonly onSend: (filled: FilledTemplate) => unknown;
  readonly onClose: () => void;
}

/** Finds a template of the number, fills it in, previews and sends it. */
export default function TemplateDialog({ slug, inbox, onSend, onClose }: Props) {
  const { template: words } = useComposerWords();
  const { common } = useWords();
  const [chosen, choose] = useState<Template>();
  return (
    <Dialog title={words.title} closeLabel={common.close} onClose={onClose}>
      {chosen ? (
        <Fill
          slug={slug}
          inbox={inbox}
          onSend={onSend}
          template={chosen}
          onBack={() => choose(undefined)}
          onClose={onClose}
        />
      ) : (
        <Choose slug={slug} inbox={inbox} onChoose={choose} />
      )}
    </Dialog>
  );
}

function Choose({
  slug,
  inbox,
  onChoose,
}: {
  readonly slug: string;
  readonly inbox: string;
  readonly onChoose: (template: Template) => void;
}) {
  const { template: words } = useComposerWords();
  const query = useQuery(templatesQuery(slug, inbox));
  const [sought, seek] = useState('');
  return (
    <QueryContent query={query}>
      {(templates) => {
        const matches = matchingTemplates(templates, sought);
        if (matchingTemplates(templates, '').length === 0) return <p>{words.none}</p>;
        return (
          <>
            <Field
              label={words.search}
              type="search"
              autoFocus
              value={sought}
              onChange={({ target }) => seek(target.value)}
            />
            {matches.length === 0 ? <p className="text-muted">{words.nothing}</p> : null}
            <ul aria-label={words.list} className="-mx-2 flex max-h-[50dvh] flex-col overflow-auto">
              {matches.map((template) => {
                const shape = shapeOf(template);
                return (
                  <li key={`${template.name} ${template.language}`}>
                    <button
                      type="button"
                      onClick={() => onChoose(template)}
                      className="flex min-h-11 w-full flex-col rounded px-2 py-1.5 text-left hover:bg-surface"
                    >
                      <span className="flex flex-wrap items-baseline gap-x-2">
                        <span className="font-medium">{template.name}</span>
                        <span className="text-meta text-muted">
                          {template.language}
                          {shape.isBeyond ? ` · ${words.unsendableShort}` : ''}
                        </span>
                      </span>
                      <span className="line-clamp-2 text-muted">{shape.body}</span>
                    </button>
                  </li>
                );
              })}
            </ul>
          </>
        );
      }}
    </QueryContent>
  );
}

interface FillProps extends Props {
  readonly template: Template;
  readonly onBack: () => void;
}

function Fill({ onSend, template, onBack, onClose }: FillProps) {
  const { template: words } = useComposerWords();
  const shape = shapeOf(template);
  const [values, setValues] = useState<TemplateValues>({});
  const isWhole = shape.slots.every(({ key }) => isValue(values[key] ?? ''));
  const preview = previewOf(shape, values);
  const act = useAction(async (_: Values) => {
    const components = componentsOf(shape, values);
    await onSend({
      text: preview,
      template: template.name,
      language: template.language,
      ...(components.length > 0 && { components }),
    });
  }, onClose);
  const back = (
    <Button look="quiet" onClick={onBack}>
      {words.other}
    </Button>
  );
  if (shape.isBeyond)
    return (
      <>
        <p>{words.unsendable}</p>
        {back}
      </>
    );
  return (
    <Form act={act} submit={words.send} beside={back}>
      {shape.slots.map(({ key, name, label }) => (
        <Field
          key={key}
          label={
            label === undefined
              ? words.variable({ name: `{{${name}}}` })
              : words.button({ text: label })
          }
          name={key}
          value={values[key] ?? ''}
          {...messagesSendTemplateLimits.variables}
          autoComplete="off"
          required
          onChange={({ target }) => setValues({ ...values, [key]: target.value })}
        />
      ))}
      <figure className="flex flex-col gap-1">
        <figcaption className="text-meta text-muted">{words.preview}</figcaption>
        <blockquote
          aria-live="polite"
          className={`whitespace-pre-wrap break-words rounded border border-border bg-surface p-3 text-prose ${isWhole ? '' : 'text-muted'}`}
        >
          {preview}
          {shape.buttons.map((button) => (
            <span
              key={button}
              className="mt-2 block border-border border-t pt-2 text-center text-accent"
            >
              {button}
            </span>
          ))}
        </blockquote>
      </figure>
      <FailureNotice failure={act.failure} />
    </Form>
  );
}
