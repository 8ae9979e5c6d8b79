import { useMemo, useRef } from 'react';
import { outcomes } from '#panel/commands/undo-history.ts';
import { asFailure } from '#panel/commands/use-action.ts';
import { discard, sendAgain } from '../outgoing/outgoing.ts';
import type { OpenedMenu } from './MessageMenu.tsx';
import { react } from './queries.ts';
import type { Row } from './rows.ts';
import type { ThreadDialog } from './ThreadDialogs.tsx';
import type { ThreadActions } from './thread-context.ts';

interface Given {
  readonly slug: string;
  readonly rows: readonly Row[];
  readonly jump: (message: string) => Promise<void>;
  readonly ask: (menu: OpenedMenu) => void;
  readonly show: (dialog: ThreadDialog) => void;
  readonly endEdit: () => void;
}

/** Actions of messages. The functions keep their identity, so that messages are not rendered again. */
export function useMessageActions(options: Given): ThreadActions {
  const now = useRef(options);
  now.current = options;
  return useMemo<ThreadActions>(() => {
    /** Runs an action that may fail immediately. */
    const trying = (act: () => unknown) => {
      try {
        act();
      } catch (error) {
        outcomes.report({ kind: 'failed', failure: asFailure(error) });
      }
    };
    const reacts: ThreadActions['react'] = (message, emoji) => {
      void react({ slug: now.current.slug, message, emoji }).then((failure) => {
        if (failure) outcomes.report({ kind: 'failed', failure });
      });
    };
    return {
      menu(key, from) {
        const row = now.current.rows.find((each) => each.key === key);
        if (row) now.current.ask({ row, from });
      },
      jump: (message) => void now.current.jump(message),
      open: (message) => now.current.show({ what: 'image', message }),
      react: reacts,
      again(message) {
        const { slug, rows } = now.current;
        if (message.message_type !== 'reaction') return trying(() => sendAgain(slug, message));
        const of = rows.find(({ key }) => key === message.reply_to);
        if (of?.kind === 'message') reacts(of.message, message.content);
      },
      sendAgain: (outgoing) => trying(() => sendAgain(now.current.slug, outgoing)),
      discard: ({ id }) => void discard(id),
      endEdit: () => now.current.endEdit(),
    };
  }, []);
}
