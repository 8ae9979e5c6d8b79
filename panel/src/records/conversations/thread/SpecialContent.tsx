import type { ReactNode } from 'react';
import type { Message } from '#panel/api/types.ts';
import { Check, Info, Phone } from '#panel/ui/icons.tsx';
import { useThreadWords } from '#panel/words/thread/use.ts';
import { useLocale } from '#panel/words/translations.ts';
import { contactsIn, locationIn, mapLink, optionsIn, orderIn, textIn } from './content-details.ts';
import { Pin } from './icons.tsx';
import { useThreadContext } from './thread-context.ts';

/** Label of the message type, above the content. */
function Kind({ icon, children }: { readonly icon?: ReactNode; readonly children: ReactNode }) {
  return (
    <p className="flex items-center gap-1 font-semibold text-meta text-muted">
      {icon}
      {children}
    </p>
  );
}

function LocationContent({ message }: { readonly message: Message }) {
  const words = useThreadWords();
  const place = locationIn(message.details);
  return (
    <div className="flex flex-col items-start">
      <Kind icon={<Pin size={14} />}>
        {place.isLive ? words.location.live : words.kinds.location}
      </Kind>
      {place.name ? <strong className="font-semibold">{place.name}</strong> : null}
      {place.address ? <span className="text-muted">{place.address}</span> : null}
      {place.at ? (
        <a
          href={mapLink(place.at)}
          target="_blank"
          rel="noopener noreferrer"
          className="control inline-flex items-center text-accent underline"
        >
          {words.location.open}
          <span className="pl-1 text-meta text-muted">
            {`(${place.at.map((degrees) => degrees.toFixed(4)).join(', ')})`}
          </span>
        </a>
      ) : null}
    </div>
  );
}

function Ordered({ message }: { readonly message: Message }) {
  const { order: words } = useThreadWords();
  const locale = useLocale();
  const { count, items, total, currency } = orderIn(message.details);
  const money = (amount: number | undefined, currency: string | undefined) =>
    amount === undefined || currency === undefined
      ? []
      : [new Intl.NumberFormat(locale, { style: 'currency', currency }).format(amount)];
  return (
    <>
      <p>{[words.items({ count }), ...money(total, currency)].join(' · ')}</p>
      <ul className="list-disc pl-5">
        {items.map((item, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: items are identified by their index
          <li key={at}>
            {[
              `${item.quantity ?? 1} × ${item.product ?? '?'}`,
              ...money(item.price, item.currency),
            ].join(' · ')}
          </li>
        ))}
      </ul>
    </>
  );
}

interface Props {
  readonly message: Message;
  /** Its text. */
  readonly text: ReactNode;
}

/** Content of a message that is neither a text nor a file. */
export default function SpecialContent({ message, text }: Props) {
  const words = useThreadWords();
  const { whoWrote } = useThreadContext();
  const { content, details, message_type: type } = message;
  switch (type) {
    case 'location':
      return (
        <>
          <LocationContent message={message} />
          {text}
        </>
      );
    case 'contacts': {
      const people = contactsIn(details);
      return (
        <>
          <Kind icon={<Phone size={14} />}>{words.kinds.contacts}</Kind>
          {people.length === 0 ? text : null}
          <ul>
            {people.map(({ name, phones }, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: items are identified by their index
              <li key={at} className="flex flex-wrap items-center gap-x-2">
                <strong className="font-semibold">{name}</strong>
                {phones.map((phone) => (
                  <a
                    key={phone}
                    href={`tel:${phone.replaceAll(/[^\d+]/g, '')}`}
                    className="control inline-flex items-center text-accent underline"
                  >
                    {phone}
                  </a>
                ))}
              </li>
            ))}
          </ul>
        </>
      );
    }
    case 'poll': {
      const { options, isMultiple } = optionsIn(details);
      return (
        <>
          <Kind>{`${words.kinds.poll} · ${isMultiple ? words.poll.many : words.poll.one}`}</Kind>
          {text}
          <ul className="list-disc pl-5">
            {options.map((option, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: items are identified by their index
              <li key={at}>{option}</li>
            ))}
          </ul>
        </>
      );
    }
    case 'order':
      return (
        <>
          <Kind>{words.kinds.order}</Kind>
          <Ordered message={message} />
          {text}
        </>
      );
    case 'button_reply':
    case 'list_reply':
      return (
        <>
          <Kind icon={<Check size={14} />}>{words.kinds[type]}</Kind>
          {text}
          {textIn(details.description) ? (
            <p className="text-muted">{textIn(details.description)}</p>
          ) : null}
        </>
      );
    case 'template':
      return (
        <>
          <Kind>
            {words.template({ name: textIn(details.name) || (words.kinds.template ?? '') })}
          </Kind>
          {text}
        </>
      );
    case 'reaction':
      return (
        <p>
          {content === ''
            ? words.reactions.takenBack
            : words.reactions.theirs({
                emoji: content,
                who: whoWrote(message),
              })}
        </p>
      );
    case 'unsupported':
      return (
        <>
          <Kind icon={<Info size={14} />}>{words.kinds.unsupported}</Kind>
          <p className="text-muted">{words.unsupported({ kind: textIn(details.kind) || '?' })}</p>
          {text}
        </>
      );
    default:
      // A file that was never available: its type and caption.
      return (
        <>
          <Kind>{words.kinds[type] ?? type}</Kind>
          {text}
        </>
      );
  }
}
