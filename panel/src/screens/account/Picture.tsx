import { useQuery } from '@tanstack/react-query';
import { type PointerEvent, useEffect, useRef, useState } from 'react';
import type { Account } from '#panel/api/types.ts';
import { useAction } from '#panel/commands/use-action.ts';
import { removePicture, setPicture } from '#panel/data/account.ts';
import { teamsQuery } from '#panel/data/session.ts';
import { Avatar } from '#panel/display/Avatar.tsx';
import { FailureNotice } from '#panel/display/Notices.tsx';
import { Button } from '#panel/ui/Button.tsx';
import { Dialog } from '#panel/ui/Dialog.tsx';
import { FileButton } from '#panel/ui/FileButton.tsx';
import { useAccountWords } from '#panel/words/account/use.ts';
import { useWords } from '#panel/words/translations.ts';
import { type Crop, dragged, pictureIn, squareOf } from './crop.ts';

/** The user's picture, with its upload and removal. */
export function Picture({ account }: { readonly account: Account }) {
  const words = useAccountWords();
  const { data: teams = [] } = useQuery(teamsQuery);
  const [image, setImage] = useState<ImageBitmap>();
  const [isUnreadable, setUnreadable] = useState(false);
  const remove = useAction(removePicture);
  const choose = async (chosen: File) => {
    setUnreadable(false);
    try {
      setImage(await createImageBitmap(chosen));
    } catch {
      setUnreadable(true);
    }
  };
  return (
    <div className="flex flex-wrap items-center gap-4">
      <Avatar
        size="xl"
        person={{
          id: teams[0]?.user_id ?? account.id,
          name: account.name,
          picture: account.picture,
        }}
      />
      <div className="flex flex-wrap gap-2">
        <FileButton
          label={words.picture}
          accept="image/png,image/jpeg,image/webp,image/gif"
          onChoose={choose}
        >
          {account.picture ? words.changePicture : words.addPicture}
        </FileButton>
        {account.picture ? (
          <Button look="quiet" busy={remove.isBusy} onClick={() => remove.act(undefined)}>
            {words.removePicture}
          </Button>
        ) : null}
      </div>
      <p className="w-full text-meta text-muted">{words.pictureAbout}</p>
      {isUnreadable ? (
        <p role="alert" className="w-full text-danger">
          {words.pictureUnreadable}
        </p>
      ) : null}
      <FailureNotice failure={remove.failure} />
      {image ? <CropDialog image={image} onClose={() => setImage(undefined)} /> : null}
    </div>
  );
}

const shownEdge = 256;

function CropDialog({
  image,
  onClose,
}: {
  readonly image: ImageBitmap;
  readonly onClose: () => void;
}) {
  const words = useAccountWords();
  const { common } = useWords();
  const canvas = useRef<HTMLCanvasElement>(null);
  const [crop, setCrop] = useState<Crop>({ zoom: 1, x: 0.5, y: 0.5 });
  const save = useAction(setPicture, onClose);
  useEffect(() => {
    const { left, top, edge } = squareOf(image, crop);
    const context = canvas.current?.getContext('2d');
    context?.clearRect(0, 0, shownEdge, shownEdge);
    context?.drawImage(image, left, top, edge, edge, 0, 0, shownEdge, shownEdge);
  }, [image, crop]);
  const drag = (event: PointerEvent<HTMLCanvasElement>) => {
    if (!event.currentTarget.hasPointerCapture(event.pointerId)) return;
    const by = { x: event.movementX / shownEdge, y: event.movementY / shownEdge };
    setCrop((current) => dragged(image, current, by));
  };
  const slider = (name: keyof Crop, label: string, min: number, max: number) => (
    <label className="flex flex-col gap-1 font-medium">
      {label}
      <input
        type="range"
        min={min}
        max={max}
        step="0.01"
        value={crop[name]}
        onChange={(event) => {
          const value = Number(event.target.value);
          setCrop((current) => ({ ...current, [name]: value }));
        }}
        className="accent-accent pointer-coarse:h-11"
      />
    </label>
  );
  return (
    <Dialog title={words.cropPicture} closeLabel={common.close} onClose={onClose}>
      <canvas
        ref={canvas}
        width={shownEdge}
        height={shownEdge}
        role="img"
        aria-label={words.picture}
        className="cursor-grab touch-none self-center rounded-full bg-surface active:cursor-grabbing"
        onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
        onPointerMove={drag}
      />
      {slider('zoom', words.zoom, 1, 4)}
      {slider('x', words.horizontal, 0, 1)}
      {slider('y', words.vertical, 0, 1)}
      <FailureNotice failure={save.failure} />
      <Button
        look="primary"
        className="self-start"
        busy={save.isBusy}
        onClick={() => save.act(pictureIn(image, crop))}
      >
        {words.savePicture}
      </Button>
    </Dialog>
  );
}
