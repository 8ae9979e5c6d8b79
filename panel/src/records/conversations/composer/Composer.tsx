import { useQuery } from '@tanstack/react-query';
import { clsx } from 'clsx';
import { Suspense, useCallback, useEffect, useId, useRef, useState } from 'react';
import type { Conversation, Message } from '#panel/api/types.ts';
import { useEnterSends } from '#panel/data/preferences.ts';
import { useCurrentTeam } from '#panel/data/use-team.ts';
import { usePeople } from '#panel/display/Avatars.tsx';
import { lazyWithWords } from '#panel/display/lazy.tsx';
import { inboxesQuery } from '#panel/records/inboxes/queries.ts';
import { Button } from '#panel/ui/Button.tsx';
import { Block, Check } from '#panel/ui/icons.tsx';
import { useComposerWords } from '#panel/words/composer/use.ts';
import { block } from '../actions.ts';
import { type GroupMember, mentionable } from '../group-mentions.ts';
import { send as sendTemplate } from '../outgoing/outgoing.ts';
import { sidebarQuery } from '../sidebar/queries.ts';
import { cachedThread, threadQuery } from '../thread/queries.ts';
import { announceTyping } from '../typing-indicators.ts';
import { AttachmentList } from './AttachmentList.tsx';
import { CollisionQuestion } from './CollisionQuestion.tsx';
import { ComposerNotices } from './ComposerNotices.tsx';
import { Send } from './icons.tsx';
import { insertText } from './insert-text.ts';
import { useMessagingWindow, WindowClosed, WindowCountdown } from './MessagingWindow.tsx';
import { ModeSwitch } from './ModeSwitch.tsx';
import {
  hasTemplates,
  lastIncomingIn,
  maxNoteLength,
  maxTextLength,
  windowEndOf,
} from './model.ts';
import { RecordingBar } from './RecordingBar.tsx';
import { ReplyQuote } from './ReplyQuote.tsx';
import { ScheduleButton, ScheduleParts } from './scheduled/ScheduleButton.tsx';
import type { ScheduledContent } from './scheduled/schedule.ts';
import { Toolbar } from './Toolbar.tsx';
import { TypingIndicator } from './TypingIndicator.tsx';
import { useAttachments } from './use-attachments.ts';
import { useCannedResponses } from './use-canned-responses.ts';
import { useCollision } from './use-collision.ts';
import { type Mode, useComposerText } from './use-composer-text.ts';
import { useDroppedFiles } from './use-dropped-files.ts';
import { maxMinutes, useRecorder } from './use-recorder.ts';
import { useSendOutcome } from './use-send-outcome.ts';
import { makeSubmit, partsOf, type SendOptions } from './use-submit.ts';
import { WritingArea } from './WritingArea.tsx';

const ScheduledList = lazyWithWords(() => import('./scheduled/ScheduledList.tsx'), 'nothing');
const SuggestTool = lazyWithWords(() => import('./SuggestTool.tsx'), 'nothing');
const TemplateDialog = lazyWithWords(() => import('./TemplateDialog.tsx'), 'nothing');

interface Props {
  readonly slug: string;
  readonly conversation: Conversation;
  readonly replyTo: Message | undefined;
  /** Called when the reply was sent or its quote removed. */
  readonly onReplied: () => void;
  /** Called with the message that a refused answer quotes, when it is in the composer again. */
  readonly onQuote: (message: Message) => void;
}

/** Number of remaining characters below which they are shown. */
const countFrom = 200;

const noMembers: readonly GroupMember[] = [];

/** Composer of messages to the contact, and of internal notes. */
export function Composer(props: Props) {
  // A separate instance per conversation, so that a text never appears in another conversation.
  return <One key={props.conversation.id} {...props} />;
}

function One({ slug, conversation, replyTo, onReplied, onQuote }: Props) {
  const words = useComposerWords();
  const { id } = conversation;
  const hintId = useId();
  const field = useRef<HTMLTextAreaElement>(null);
  const box = useRef<HTMLElement>(null);
  const [mode, setMode] = useState<Mode>('answer');
  const [isTemplate, setTemplate] = useState(false);
  /** Template to send later. */
  const [planned, plan] = useState<ScheduledContent[]>();
  const enterSends = useEnterSends();
  const inboxes = useQuery(inboxesQuery(slug));
  const inbox = inboxes.data?.find((each) => each.id === conversation.inbox_id);
  const { data: lastIncoming } = useQuery({ ...threadQuery(slug, id), select: lastIncomingIn });
  const { data: scheduled = [] } = useQuery({
    ...threadQuery(slug, id),
    select: (messageWindow) => messageWindow.scheduled,
  });
  const closes = windowEndOf(conversation, inbox, lastIncoming);
  const { isClosed, minutes } = useMessagingWindow(closes);
  const writing = useComposerText(slug, id, mode);
  const answerFiles = useAttachments(slug, id, inbox?.gateway);
  // Notes do not reach a gateway, whose limits would apply.
  const noteFiles = useAttachments(slug, id, undefined);
  const recorder = useRecorder((blob, ending) =>
    answerFiles.add([{ name: `${words.voice.name}.${ending}`, blob }], true),
  );
  const isNote = mode === 'note';
  const attachments = isNote ? noteFiles : answerFiles;
  const { all: people } = usePeople(slug);
  const isGroup = conversation.type === 'group';
  const { data: members = noMembers } = useQuery({
    ...sidebarQuery(slug, id),
    enabled: isGroup,
    select: mentionable,
  });
  const hasText = writing.text.trim() !== '';
  const { user_id: userId } = useCurrentTeam().me ?? {};
  const { collision, ...guard } = useCollision(
    slug,
    id,
    userId,
    writing.hasAnswer || answerFiles.list.length > 0,
  );
  const [notice, tell] = useSendOutcome(id, words, guard.refused, (message) => {
    if (message.type === 'note' || message.type === 'template' || message.file) return false;
    if (isNote || hasText) return false;
    writing.write(message.content);
    wanted.current = { resolves: message.resolves === true };
    const quoted = cachedThread(slug, id)?.messages.find((each) => each.id === message.replyTo);
    if (quoted) onQuote(quoted);
    return true;
  });
  /** Options of the answer that was asked about or refused. */
  const wanted = useRef<SendOptions>({ resolves: false });
  const isAsked = useRef(false);
  isAsked.current = collision !== undefined;
  const begin = useCallback((to: Mode) => {
    setMode(to);
    setTimeout(() => {
      if (!isAsked.current) field.current?.focus();
    });
  }, []);
  const { isOver, dropping } = useDroppedFiles(
    box,
    isNote || (!isClosed && !conversation.is_blocked),
    attachments.add,
    words,
  );
  useEffect(() => {
    if (replyTo) begin('answer');
  }, [replyTo, begin]);

  const longest = isNote ? maxNoteLength : maxTextLength;
  const left = longest - writing.text.length;
  const files = attachments.list;
  const isWaiting = files.some(({ stored }) => !stored);
  const isReady = (hasText || files.length > 0) && left >= 0 && !isWaiting && (isNote || !isClosed);
  const send = makeSubmit(
    { slug, id, mode, writing, attachments, replyTo, people, members },
    words,
    tell,
    onReplied,
  );
  const submit = (resolves = false) => {
    wanted.current = { resolves };
    if (isNote) send(undefined);
    else guard.begin((seen) => send(seen, { resolves }));
  };
  const canResolve = !isNote && conversation.status !== 'resolved';
  const { answer, slash } = useCannedResponses({ slug, id, field, writing, words, tell });

  return (
    <section
      ref={box}
      aria-label={words.title}
      {...dropping}
      className={clsx(
        'relative flex flex-col border-t pb-[env(safe-area-inset-bottom)]',
        isNote ? 'border-warn bg-note' : 'border-border bg-raised',
        isOver && 'outline-2 outline-accent -outline-offset-2 outline-dashed',
      )}
    >
      {scheduled.length > 0 ? (
        <Suspense>
          <ScheduledList slug={slug} me={userId} scheduled={scheduled} closes={closes} />
        </Suspense>
      ) : null}
      <div className="flex flex-wrap items-center gap-x-3 px-3 pt-2">
        <ModeSwitch mode={mode} onMode={begin} />
        {minutes === undefined ? null : <WindowCountdown minutes={minutes} />}
        <TypingIndicator slug={slug} id={id} />
        {isNote || isClosed || conversation.is_blocked || recorder.since !== undefined ? null : (
          <SuggestTool
            slug={slug}
            id={id}
            hasText={hasText}
            onText={(text) => insertText(field.current, writing, text)}
          />
        )}
      </div>
      <ComposerNotices slug={slug} inbox={inbox} notice={notice} onClose={() => tell(undefined)} />
      {collision && !isNote ? (
        <CollisionQuestion
          slug={slug}
          me={userId}
          collision={collision}
          onSend={() => {
            guard.accept();
            if (isReady) send(undefined, wanted.current);
            field.current?.focus();
          }}
          onKeep={() => {
            guard.accept();
            field.current?.focus();
          }}
        />
      ) : null}
      {recorder.problem ? (
        <p role="alert" className="px-3 pt-2 text-danger">
          {recorder.problem === 'longest'
            ? words.voice.longest({ minutes: maxMinutes })
            : words.voice[recorder.problem]}
        </p>
      ) : null}
      {conversation.is_blocked && !isNote ? (
        <p className="flex flex-wrap items-center gap-2 px-3 py-3 text-muted">
          <Block size={14} />
          <span className="min-w-0 flex-1">{words.blocked[conversation.type]}</span>
          <Button onClick={() => void block(slug, conversation, false)}>{words.unblock}</Button>
        </p>
      ) : isClosed && !isNote ? (
        <WindowClosed closes={closes} isWritten={hasText} onChoose={() => setTemplate(true)} />
      ) : (
        <>
          {replyTo && !isNote ? <ReplyQuote message={replyTo} onStop={onReplied} /> : null}
          <AttachmentList attachments={attachments} />
          {recorder.since === undefined ? (
            <>
              <WritingArea
                slug={slug}
                field={field}
                label={isNote ? words.noteLabel : isGroup ? words.groupLabel : words.answerLabel}
                placeholder={isNote ? words.noteHint : isGroup ? words.groupHint : words.answerHint}
                text={writing.text}
                people={isNote ? people : undefined}
                members={members}
                enterSends={enterSends}
                describedBy={left < countFrom ? hintId : undefined}
                onText={(text) => {
                  writing.write(text);
                  if (text !== '') announceTyping(slug, id, mode);
                }}
                onSend={() => {
                  if (isReady) submit();
                }}
                onSendAndResolve={() => {
                  if (isReady) submit(canResolve);
                }}
                onAnswer={answer}
              />
              <div className="flex items-center gap-2 px-2 pb-2">
                <Toolbar
                  isNote={isNote}
                  onFiles={(list) =>
                    attachments.add([...list].map((blob) => ({ name: blob.name, blob })))
                  }
                  onRecord={recorder.start}
                  onEmoji={(sign) => insertText(field.current, writing, sign)}
                  onSlash={slash}
                  onTemplate={hasTemplates(inbox) ? () => setTemplate(true) : undefined}
                />
                <p id={hintId} className="min-w-0 flex-1 truncate text-right text-meta text-muted">
                  {left < 0 ? (
                    <span className="text-danger">{words.over({ count: -left })}</span>
                  ) : left < countFrom ? (
                    words.left({ count: left })
                  ) : isWaiting ? (
                    words.files.wait
                  ) : (
                    <span className="max-md:hidden">
                      {enterSends ? words.enterSendsShort : words.enterBreaksShort}
                    </span>
                  )}
                </p>
                {!isNote && isReady ? (
                  <ScheduleButton
                    slug={slug}
                    id={id}
                    closes={closes}
                    contents={() =>
                      partsOf({ writing, attachments, replyTo, members }).map(
                        ({ written: { text, mentions }, replyTo: reply_to, file, as: type }) => ({
                          text: text === '' ? undefined : text,
                          mentions: mentions.length > 0 ? mentions : undefined,
                          reply_to,
                          file_id: file?.id,
                          type,
                        }),
                      )
                    }
                    onScheduled={() => {
                      writing.sent();
                      attachments.clear();
                      onReplied();
                    }}
                  />
                ) : null}
                {canResolve && isReady ? (
                  <Button
                    className="min-w-11 shrink-0"
                    aria-label={words.sendAndResolve}
                    title={words.sendAndResolveKey}
                    onClick={() => submit(true)}
                  >
                    <Send />
                    <Check />
                  </Button>
                ) : null}
                <Button
                  look="primary"
                  className="min-w-11 shrink-0"
                  disabled={!isReady}
                  onClick={() => submit()}
                >
                  <Send />
                  <span className="max-sm:sr-only">{isNote ? words.saveNote : words.send}</span>
                </Button>
              </div>
            </>
          ) : (
            <RecordingBar recorder={recorder} since={recorder.since} />
          )}
        </>
      )}
      {planned ? (
        <ScheduleParts
          slug={slug}
          id={id}
          closes={undefined}
          parts={planned}
          onScheduled={() => plan(undefined)}
          onClose={() => plan(undefined)}
        />
      ) : null}
      <Suspense>
        {isTemplate ? (
          <TemplateDialog
            slug={slug}
            inbox={conversation.inbox_id}
            conversation={id}
            onSchedule={(filled) => {
              setTemplate(false);
              const { fileId, ...content } = filled;
              plan([{ ...content, file_id: fileId }]);
            }}
            onSend={(filled) => sendTemplate(slug, id, { way: 'template', ...filled })}
            onClose={() => setTemplate(false)}
          />
        ) : null}
      </Suspense>
    </section>
  );
}
