import { useQuery } from '@tanstack/react-query';
import { recordQuery } from '#panel/data/records.ts';
import { paths } from '#panel/route/paths.ts';
import { navigate } from '#panel/route/router.tsx';
import { usePrivacyWords } from '#panel/words/privacy/use.ts';
import { PersonDialog, type PersonValues } from './PersonDialog.tsx';
import { privacyActions } from './queries.ts';

interface Props {
  readonly slug: string;
  /** The record whose person asks: `contacts/ID` or `clients/ID`. */
  readonly of: string | undefined;
  readonly onClose: () => void;
}

/** Records a request, filled in from the record whose menu opened it. */
export function NewRequest({ slug, of, onClose }: Props) {
  const words = usePrivacyWords();
  const [kind, id = ''] = (of ?? '').split('/');
  const contact = useQuery({ ...recordQuery(slug, 'contacts', id), enabled: kind === 'contacts' });
  const client = useQuery({ ...recordQuery(slug, 'clients', id), enabled: kind === 'clients' });
  if (contact.isLoading || client.isLoading) return null;
  const values: PersonValues = {
    name: contact.data?.custom_name ?? contact.data?.push_name ?? client.data?.name ?? '',
    phones: [contact.data?.phone, client.data?.mobile_phone, client.data?.phone],
    emails: [client.data?.email],
    tax_ids: [client.data?.cpf],
  };
  return (
    <PersonDialog
      title={words.create}
      about={words.createAbout}
      submit={words.createSubmit}
      values={values}
      isNew
      save={(body) => privacyActions(slug).create(body)}
      onDone={(made) => navigate(paths.privacyRequest(slug, made.id))}
      onClose={onClose}
    />
  );
}
