/** Part of an image to show: zoom from 1, and the centre from 0 (left, top) to 1 (right, bottom). */
export interface Crop {
  readonly zoom: number;
  readonly x: number;
  readonly y: number;
}

interface Size {
  readonly width: number;
  readonly height: number;
}

/** Square of the image that a crop shows, in its pixels. */
export function squareOf({ width, height }: Size, { zoom, x, y }: Crop) {
  const edge = Math.min(width, height) / zoom;
  return { left: (width - edge) * x, top: (height - edge) * y, edge };
}

/** Crop after the image was dragged. @param by part of the square's edge */
export function dragged(
  size: Size,
  crop: Crop,
  by: { readonly x: number; readonly y: number },
): Crop {
  const { edge } = squareOf(size, crop);
  const along = (at: number, room: number, part: number) =>
    room <= 0 ? at : Math.min(1, Math.max(0, at - (part * edge) / room));
  return {
    ...crop,
    x: along(crop.x, size.width - edge, by.x),
    y: along(crop.y, size.height - edge, by.y),
  };
}

/** Edge of an uploaded picture; the service makes it smaller. */
const uploadedEdge = 512;

/** The cropped square as a JPEG image, in base64. */
export function pictureIn(image: ImageBitmap, crop: Crop): string {
  const canvas = document.createElement('canvas');
  canvas.width = uploadedEdge;
  canvas.height = uploadedEdge;
  const context = canvas.getContext('2d');
  if (!context) throw new Error('the browser has no canvas');
  const { left, top, edge } = squareOf(image, crop);
  context.fillStyle = '#fff';
  context.fillRect(0, 0, uploadedEdge, uploadedEdge);
  context.drawImage(image, left, top, edge, edge, 0, 0, uploadedEdge, uploadedEdge);
  return canvas.toDataURL('image/jpeg', 0.9).replace(/^.*,/, '');
}
