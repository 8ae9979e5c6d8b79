import { useWorkflowWords } from '#panel/words/workflows/use.ts';
import { stepKinds } from './model/catalogue.ts';
import { type Difference, differences } from './model/diff.ts';
import { triggerIn } from './model/form-view.ts';
import { type Json, valueAt } from './model/json.ts';
import { useLabels } from './use-labels.ts';
import { useSentences } from './use-sentences.ts';

/** Describes the differences between two versions: one line each, and one for each field of a step. */
export function useDifferences() {
  const { versions: words } = useWorkflowWords();
  const { stepFieldLabel } = useLabels();
  const { valueSays, triggerSays, conditionSays, stepName } = useSentences();

  const linesOf = (each: Difference, trigger: string | undefined): readonly string[] => {
    if (each.part === 'name') return [words.name({ was: String(each.was), is: String(each.is) })];
    if (each.part === 'trigger')
      return [words.trigger({ was: triggerSays(each.was), is: triggerSays(each.is) })];
    if (each.part === 'condition')
      return [words[each.verb]({ what: conditionSays(each.what, trigger) })];
    const { what, place } = each;
    const says = { place, what: stepName(what) };
    if (!('fields' in each)) {
      const { stepAdded, stepRemoved, stepMoved } = words;
      return [{ added: stepAdded, removed: stepRemoved, moved: stepMoved }[each.verb](says)];
    }
    const type = valueAt(what, ['type']);
    const kind =
      typeof type === 'string' && Object.hasOwn(stepKinds, type) ? stepKinds[type] : undefined;
    const fields = each.fields.map(({ name, was, is }) => {
      const of = kind?.fields.find((field) => field.name === name) ?? { kind: 'line' };
      return words.field({
        name: stepFieldLabel(name),
        was: short(valueSays(of, was)),
        is: short(valueSays(of, is)),
      });
    });
    return [`${words.stepChanged(says)}. ${fields.join('; ')}`];
  };
  return (was: Json, is: Json): readonly string[] => {
    const type = (of: Json) => triggerIn(of)?.type;
    return differences(was, is).flatMap((each) =>
      linesOf(each, each.part === 'condition' && each.verb === 'removed' ? type(was) : type(is)),
    );
  };
}

const shortLength = 80;
const short = (text: string) =>
  text.length > shortLength ? `${text.slice(0, shortLength)}…` : text;
