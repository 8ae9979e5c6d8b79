import type { Message } from '#panel/api/types.ts';

/* Files of messages that the viewer shows. */

export const isPdf = ({ media }: Pick<Message, 'media'>) =>
  media?.media_type?.split(';', 1)[0] === 'application/pdf';

const isImage = ({ message_type: type, media }: Pick<Message, 'message_type' | 'media'>) =>
  type === 'image' || (type === 'template' && media?.media_type?.startsWith('image/') === true);

/** True for images and PDF files that are stored. */
export const isViewable = (message: Message): boolean =>
  message.media?.status === 'stored' &&
  message.revoked_at === null &&
  (isImage(message) || isPdf(message));
