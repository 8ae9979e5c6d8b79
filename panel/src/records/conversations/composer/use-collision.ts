import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { Message } from '#panel/api/types.ts';
import type { MessageWindow } from '../thread/message-window.ts';
import { threadQuery } from '../thread/queries.ts';
import { useTypingUsers } from '../typing-indicators.ts';
import { newestIn, unseenAnswers } from './unseen-answers.ts';

/** Actions of colleagues since the user began to write an answer. */
export interface Collision {
  /** Answers that arrived. */
  readonly answers: readonly Message[];
  /** Ids of those who were writing an answer when the user was asked. */
  readonly writers: readonly string[];
  /** True if the server has refused the answer, which is in the composer again. */
  readonly isRefused: boolean;
}

const messagesOf = ({ messages }: MessageWindow) => messages;
const noWriters: readonly string[] = [];

/**
 * Compares what the user writes with what colleagues do in the meantime, and asks once before it is sent.
 * @param me id of the user in the team
 * @param isWriting true if the composer has an answer
 */
export function useCollision(slug: string, id: string, me: string | undefined, isWriting: boolean) {
  const { data: messages } = useQuery({ ...threadQuery(slug, id), select: messagesOf });
  const writers = useTypingUsers(id)
    .filter(({ kind, user_id }) => kind === 'answer' && user_id !== me)
    .map(({ user_id }) => user_id);
  /** Newest messages when the user began to write, or was asked. */
  const [seen, setSeen] = useState<readonly string[]>();
  const [knownWriters, setKnownWriters] = useState(noWriters);
  /** Newest messages that the last request named. */
  const [named, setNamed] = useState<readonly string[]>();
  const [question, setQuestion] = useState<Omit<Collision, 'answers'>>();

  useEffect(() => {
    if (isWriting && seen === undefined && messages) setSeen(newestIn(messages));
    if (!isWriting && question === undefined) {
      setSeen(undefined);
      setKnownWriters(noWriters);
    }
  }, [isWriting, seen, messages, question]);

  const answers = messages && seen ? unseenAnswers(messages, seen, me) : [];
  const newWriters = writers.filter((each) => !knownWriters.includes(each));
  const isDue = answers.length > 0 || newWriters.length > 0;

  return {
    /** To be shown; undefined if there is nothing to ask. */
    collision: question && { ...question, answers },
    /** Sends, or asks first. @param send receives the newest messages on screen, which the request names */
    begin(send: (seen: readonly string[] | undefined) => void): void {
      if (question) return;
      if (isDue) {
        setQuestion({ writers: newWriters, isRefused: false });
        return;
      }
      const newest = messages && newestIn(messages);
      setNamed(newest);
      send(newest);
    },
    /** Asks after the server has refused a message that is in the composer again. */
    refused() {
      setSeen(named);
      setQuestion({ writers: noWriters, isRefused: true });
    },
    /** Closes the question: nothing that is on screen now is asked about again. */
    accept() {
      setQuestion(undefined);
      setSeen(messages && newestIn(messages));
      setKnownWriters(writers);
    },
  };
}
