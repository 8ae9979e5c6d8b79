import { useTimeZone } from '#panel/data/use-today.ts';
import { useMoneyFormat } from '#panel/display/formatters.ts';
import { phaseName } from '#panel/words/phases.ts';
import { useLocale } from '#panel/words/translations.ts';
import { useWorkflowWords } from '#panel/words/workflows/use.ts';
import { useEditing } from './controls/context.ts';
import { approval, type StepField, type Subject, stepKinds, triggers } from './model/catalogue.ts';
import { conditionIn, fits, type TriggerView, triggerIn, waitIn } from './model/form-view.ts';
import { isList, isObject, type Json, valueAt } from './model/json.ts';
import { partsOf } from './model/template.ts';
import { useLabels } from './use-labels.ts';
import { useScheduleSentence } from './use-schedule.ts';

/** Kind of a value, with its enumeration. */
type Shape = Pick<StepField, 'kind' | 'choice'>;

/** Fields that summarize a step best. */
const summaryFields: Readonly<Record<string, readonly string[]>> = {
  create_task: ['title', 'project_id'],
  create_activity: ['title'],
  create_project: ['name', 'template_id'],
  send_message: ['content'],
  add_note: ['content'],
  call_webhook: ['webhook_id'],
  assign_conversation: ['assignee_id', 'squad_id'],
};

/** Sentences for parts of workflows, in the user's language. */
export function useSentences() {
  const words = useWorkflowWords();
  const { pathLabel, fieldLabel, stepFieldLabel, valueLabel } = useLabels();
  const { choices, nameOf } = useEditing();
  const locale = useLocale();
  const money = useMoneyFormat();
  const timeZone = useTimeZone();
  const scheduleSays = useScheduleSentence();

  /** `{{deal.title}}` → `[Título]`. */
  const readable = (text: string) =>
    partsOf(text)
      .map(({ path, text: part }) => (path === undefined ? part : `[${pathLabel(path)}]`))
      .join('');

  const named = ({ kind, choice }: Shape, text: string): string => {
    switch (kind) {
      case 'choice':
        return valueLabel(choice, text);
      case 'column':
        return choices?.columns.find(({ slug }) => slug === text)?.name ?? text;
      case 'date':
        return new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone: 'UTC' }).format(
          new Date(text),
        );
      case 'moment':
        return new Intl.DateTimeFormat(locale, {
          dateStyle: 'medium',
          timeStyle: 'short',
          timeZone,
        }).format(new Date(text));
      case 'phase':
        return phaseName(readable(text));
      default:
        return nameOf(text) ?? readable(text);
    }
  };

  /** Text of a value. */
  const valueSays = (shape: Shape, value: Json | undefined): string => {
    const { kind } = shape;
    if (value === undefined || value === null || value === '') return words.empty;
    if (isList(value)) return value.map((each) => valueSays(shape, each)).join(', ') || words.empty;
    if (typeof value === 'boolean') return value ? words.yes : words.no;
    if (typeof value === 'number')
      return kind === 'money' ? money(value) : new Intl.NumberFormat(locale).format(value);
    if (isObject(value)) return JSON.stringify(value);
    const wait = kind === 'wait' ? waitIn(value) : undefined;
    if (wait) return words.steps.spans[wait.unit](wait);
    const isTime = kind === 'date' || kind === 'moment';
    return isTime && !fits(kind, value) ? readable(value) : named(shape, value);
  };

  const waitSays = (key: string, wait: NonNullable<TriggerView['wait']>): string => {
    const { waits } = words.trigger;
    const { place, in: where, isBusinessHours } = wait;
    const time = valueSays({ kind: 'wait' }, wait.for);
    const name = place && where !== '' ? named({ kind: place }, where) : undefined;
    const says = waits.says[key];
    const sentence = says ? says({ time, name }) : words.trigger.other;
    return isBusinessHours ? waits.inBusinessHours({ sentence }) : sentence;
  };

  const triggerSays = (trigger: Json | undefined): string => {
    const view = triggerIn({ trigger: trigger ?? null });
    if (view?.schedule) return scheduleSays(view.schedule);
    if (view?.wait) return waitSays(view.type, view.wait);
    const says = view && words.trigger.says[view.type];
    if (!view || !says) return words.trigger.other;
    const shape: Shape =
      view.between === 'approval'
        ? { kind: 'choice', choice: approval }
        : { kind: view.between ?? 'phase' };
    const name = (text: string) => (text === '' ? undefined : named(shape, text));
    return says({ from: name(view.from), to: name(view.to) });
  };

  const subjectOf = (trigger: string | undefined): Subject | undefined =>
    trigger !== undefined && Object.hasOwn(triggers, trigger)
      ? triggers[trigger]?.subject
      : undefined;

  /** Sentence of a condition under a trigger. */
  const conditionSays = (condition: Json, trigger: string | undefined): string => {
    const view = conditionIn(condition, trigger);
    const subject = subjectOf(trigger);
    if (!view || !subject) return JSON.stringify(condition);
    const { field, says, operand, value } = view;
    const { operators, dates, sentence, or } = words.conditions;
    const isTime = field.kind === 'date' || field.kind === 'moment';
    const values = isList(value) ? value : [value];
    const shape = { ...field, kind: operand?.kind ?? field.kind };
    return sentence({
      field: fieldLabel(subject, field),
      says: isTime && says in dates ? dates[says as keyof typeof dates] : operators[says],
      value: operand ? values.map((each) => valueSays(shape, each)).join(` ${or} `) : '',
    });
  };

  const stepName = (step: Json): string => {
    const type = valueAt(step, ['type']);
    return typeof type === 'string' ? (words.steps.names[type] ?? type) : words.steps.onlyJson;
  };

  /** Short summary of a step. */
  const stepSays = (step: Json): string => {
    const type = valueAt(step, ['type']);
    const inside = valueAt(step, ['with']);
    if (typeof type !== 'string' || !isObject(inside)) return '';
    if (type === 'wait') return valueSays({ kind: 'wait' }, inside.for);
    const kind = Object.hasOwn(stepKinds, type) ? stepKinds[type] : undefined;
    const names = summaryFields[type] ?? Object.keys(inside);
    return names
      .flatMap((name) => {
        const field = kind?.fields.find((each) => each.name === name);
        const value = inside[name];
        if (!field || value === undefined) return [];
        const text = valueSays(field, value);
        return [summaryFields[type] ? text : `${stepFieldLabel(name)}: ${text}`];
      })
      .join(' · ');
  };

  return { valueSays, triggerSays, conditionSays, stepName, stepSays, readable };
}
