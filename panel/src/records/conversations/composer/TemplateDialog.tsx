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
import { HeaderFileField, HeaderPreview, useHeaderFile } from './TemplateHeader.tsx';
import { templatesQuery } from './template-queries.ts';
import {
  componentsOf,
  filledUrl,
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
  /** Uploaded file of the header. */
  readonly fileId?: string;
}

interface Props {
  readonly slug: string;
  /** Inbox that sends it. */
  readonly inbox: string;
  /** Conversation that it is sent in; absent for a new one. */
  readonly conversation?: string;
  readonly onSend: (filled: FilledTemplate) => unknown;
  /** Called to send it later; absent if that is not possible. */
  readonly onSchedule?: (filled: FilledTemplate) => void;
  readonly onClose: () => void;
}

/** Finds a template of the number, fills it in, previews and sends it. */
export default function TemplateDialog(props: Props) {
  const { slug, inbox, onClose } = props;
  const { template: words } = useComposerWords();
  const { common } = useWords();
  const [chosen, choose] = useState<Template>();
  return (
    <Dialog title={words.title} closeLabel={common.close} onClose={onClose}>
      {chosen ? (
        <Fill {...props} template={chosen} onBack={() => choose(undefined)} />
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

function Fill(props: FillProps) {
  const { slug, conversation, onSend, onSchedule, template, onBack, onClose } = props;
  const { template: words } = useComposerWords();
  const shape = shapeOf(template);
  const [values, setValues] = useState<TemplateValues>({});
  const header = useHeaderFile(slug, conversation, shape.media);
  const isFilled = shape.slots.every(({ key }) => isValue(values[key] ?? ''));
  const isWhole = isFilled && (shape.media === undefined || header.fileId !== undefined);
  const preview = previewOf(shape, values);
  const filled = (): FilledTemplate => {
    const components = componentsOf(shape, values);
    return {
      text: preview,
      template: template.name,
      language: template.language,
      ...(components.length > 0 && { components }),
      ...(header.fileId !== undefined && { fileId: header.fileId }),
    };
  };
  const act = useAction(
    async (_: Values) => {
      if (!isWhole) return false;
      await onSend(filled());
      return true;
    },
    (isSent) => {
      if (isSent) onClose();
    },
  );
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
    <Form
      act={act}
      submit={words.send}
      beside={
        <>
          {onSchedule ? (
            <Button disabled={!isWhole} onClick={() => onSchedule(filled())}>
              {words.later}
            </Button>
          ) : null}
          {back}
        </>
      }
    >
      {shape.media ? <HeaderFileField media={shape.media} header={header} /> : null}
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
          className={`max-w-md whitespace-pre-wrap break-words rounded border border-border bg-surface p-3 text-prose ${isWhole ? '' : 'text-muted'}`}
        >
          {shape.media ? <HeaderPreview media={shape.media} header={header} /> : null}
          {preview}
          {shape.buttons.map(({ text, url }, index) => (
            <span
              // biome-ignore lint/suspicious/noArrayIndexKey: buttons are identified by their index
              key={index}
              className="mt-2 block border-border border-t pt-2 text-center text-accent"
            >
              {text}
              {url === '' ? null : (
                <span className="block break-all text-meta text-muted">
                  {filledUrl(url, values[`button ${index}`])}
                </span>
              )}
            </span>
          ))}
        </blockquote>
      </figure>
      <FailureNotice failure={act.failure} />
    </Form>
  );
}
