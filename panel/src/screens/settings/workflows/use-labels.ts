import { useFieldWords } from '#panel/words/fields/use.ts';
import { useWorkflowWords } from '#panel/words/workflows/use.ts';
import { labelsIn } from './model/labels.ts';

export const useLabels = () => labelsIn(useWorkflowWords(), useFieldWords());
