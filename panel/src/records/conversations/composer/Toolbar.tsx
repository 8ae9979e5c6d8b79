import { type ReactNode, useRef } from 'react';
import { setEnterSends, useEnterSends } from '#panel/data/preferences.ts';
import { Camera, Clip } from '#panel/ui/icons.tsx';
import { MoreMenu } from '#panel/ui/Menu.tsx';
import { useComposerWords } from '#panel/words/composer/use.ts';
import { EmojiTool } from './EmojiTool.tsx';
import { Mic, Slash, Template } from './icons.tsx';

interface Props {
  readonly isNote: boolean;
  readonly onFiles: (files: Iterable<File>) => void;
  readonly onRecord: () => void;
  readonly onEmoji: (sign: string) => void;
  /** Opens the list of canned responses, as `/` does. */
  readonly onSlash: () => void;
  /** Absent if the inbox has no templates. */
  readonly onTemplate: (() => void) | undefined;
}

const look =
  'control inline-flex aspect-square shrink-0 items-center justify-center rounded text-muted hover:bg-surface hover:text-text';

function Tool({
  label,
  onPress,
  className = '',
  children,
}: {
  readonly label: string;
  readonly onPress: () => void;
  readonly className?: string;
  readonly children: ReactNode;
}) {
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      onClick={onPress}
      className={`${look} ${className}`}
    >
      {children}
    </button>
  );
}

/** Tools of the composer: attachments, recording, canned responses, templates, emoji, and the meaning of Enter. */
export function Toolbar({ isNote, onFiles, onRecord, onEmoji, onSlash, onTemplate }: Props) {
  const words = useComposerWords();
  const enterSends = useEnterSends();
  const field = useRef<HTMLInputElement>(null);
  const camera = useRef<HTMLInputElement>(null);
  const choosing = (isCamera: boolean) => (
    <input
      ref={isCamera ? camera : field}
      type="file"
      hidden
      aria-label={isCamera ? words.files.camera : words.files.attach}
      {...(isCamera ? { accept: 'image/*', capture: 'environment' } : { multiple: true })}
      onChange={({ target }) => {
        onFiles([...(target.files ?? [])]);
        target.value = '';
      }}
    />
  );
  return (
    <div className="flex items-center">
      <Tool label={words.files.attach} onPress={() => field.current?.click()}>
        <Clip />
      </Tool>
      {choosing(false)}
      <Tool
        label={words.files.camera}
        className="not-pointer-coarse:hidden"
        onPress={() => camera.current?.click()}
      >
        <Camera />
      </Tool>
      {choosing(true)}
      {isNote ? null : (
        <>
          <Tool label={words.voice.record} onPress={onRecord}>
            <Mic />
          </Tool>
          <Tool label={words.answers.action} onPress={onSlash}>
            <Slash />
          </Tool>
          {onTemplate ? (
            <Tool label={words.template.action} onPress={onTemplate}>
              <Template />
            </Tool>
          ) : null}
        </>
      )}
      <EmojiTool className={look} onChoose={onEmoji} />
      <MoreMenu
        label={words.more}
        side="above"
        items={[
          { label: words.enterSends, isChosen: enterSends, act: () => setEnterSends(true) },
          { label: words.enterBreaks, isChosen: !enterSends, act: () => setEnterSends(false) },
        ]}
        className={look}
      />
    </div>
  );
}
