import { type ReactNode, useState } from 'react';
import { runWithToast } from '#panel/commands/command.ts';
import { changeRecord } from '#panel/data/records.ts';
import { lazyWithWords } from '#panel/display/lazy.tsx';
import type { NextStepSubject } from './NextStepPrompt.tsx';

const NextStepPrompt = lazyWithWords(() => import('./NextStepPrompt.tsx'), 'nothing');

interface Finished {
  readonly id: string;
  readonly type: string;
  readonly deal?: { readonly id: string; readonly name: string } | null;
  readonly client?: { readonly id: string; readonly name: string } | null;
}

/**
 * Prompts for a next step.
 * @returns a function that opens the prompt, and the dialog to render
 */
function useNextStep(): {
  readonly askFor: (of: NextStepSubject) => void;
  readonly dialog: ReactNode;
} {
  const [of, askFor] = useState<NextStepSubject>();
  return {
    askFor,
    dialog: of ? <NextStepPrompt of={of} onClose={() => askFor(undefined)} /> : null,
  };
}

/** Completes an activity at once, then prompts for the next step of its deal or client. */
export function useCompleteActivity(slug: string) {
  const { askFor, dialog } = useNextStep();
  const set = (id: string, is_completed: boolean) =>
    void runWithToast(changeRecord('activities'), { slug, id, change: { is_completed } });
  return {
    dialog,
    askFor,
    finish(activity: Finished) {
      set(activity.id, true);
      const whom = activity.deal ?? activity.client;
      if (whom)
        askFor({
          name: whom.name,
          type: activity.type,
          deal_id: activity.deal?.id ?? null,
          client_id: activity.client?.id ?? null,
        });
    },
    reopen: (id: string) => set(id, false),
  };
}
