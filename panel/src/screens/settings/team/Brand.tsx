import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Brand as TeamBrand } from '#panel/api/schema.ts';
import { useAction } from '#panel/commands/use-action.ts';
import { brandQuery, changeBrand } from '#panel/data/team-settings.ts';
import { useCurrentTeam } from '#panel/data/use-team.ts';
import { FailureNotice } from '#panel/display/Notices.tsx';
import { QueryContent } from '#panel/display/QueryContent.tsx';
import { Form } from '#panel/parts/Form.tsx';
import { Button } from '#panel/ui/Button.tsx';
import { Field } from '#panel/ui/Field.tsx';
import { FileButton } from '#panel/ui/FileButton.tsx';
import { Section } from '#panel/ui/layout.tsx';
import { say } from '#panel/ui/Toast.tsx';
import { useBrandWords } from '#panel/words/brand/use.ts';
import { useWords } from '#panel/words/translations.ts';

/** Max bytes of a chosen logo; its base64 fits the limit of the service. */
const maxBytes = 500_000;

/** Logo and colour that clients see on approval pages. */
export function Brand() {
  const words = useBrandWords();
  const { slug } = useCurrentTeam();
  const query = useQuery(brandQuery(slug));
  return (
    <Section title={words.title} about={words.about}>
      <QueryContent query={query}>{(brand) => <BrandForm brand={brand} />}</QueryContent>
    </Section>
  );
}

const readAsBase64 = async (file: File) => {
  const bytes = new Uint8Array(await file.arrayBuffer());
  let text = '';
  for (const byte of bytes) text += String.fromCharCode(byte);
  return btoa(text);
};

function BrandForm({ brand }: { readonly brand: TeamBrand }) {
  const words = useBrandWords();
  const { common } = useWords();
  const { slug } = useCurrentTeam();
  const [isTooLarge, setTooLarge] = useState(false);
  const change = useAction(
    (fields: { color?: string; logo?: string }) => changeBrand(slug, fields),
    () => say(common.saved),
  );
  const choose = async (chosen: File) => {
    setTooLarge(chosen.size > maxBytes);
    if (chosen.size <= maxBytes) change.act({ logo: await readAsBase64(chosen) });
  };
  return (
    <div className="flex flex-col gap-4">
      <div className="flex flex-wrap items-center gap-3">
        {brand.logo ? (
          <img
            src={brand.logo}
            alt={words.logo}
            className="max-h-16 max-w-48 rounded border border-border bg-white p-2"
          />
        ) : null}
        <FileButton
          label={words.logo}
          accept="image/png,image/jpeg,image/webp,image/gif"
          onChoose={choose}
          busy={change.isBusy}
        >
          {brand.logo ? words.changeLogo : words.addLogo}
        </FileButton>
        {brand.logo ? (
          <Button look="quiet" busy={change.isBusy} onClick={() => change.act({ logo: '' })}>
            {words.removeLogo}
          </Button>
        ) : null}
      </div>
      {isTooLarge ? (
        <p role="alert" className="text-danger">
          {words.logoTooLarge}
        </p>
      ) : null}
      <FailureNotice failure={change.failure} />
      <Form
        key={brand.color}
        act={{ ...change, act: (values) => change.act({ color: values('color') }) }}
        submit={words.save}
      >
        <Field
          label={words.color}
          type="color"
          name="color"
          defaultValue={brand.color ?? '#2450c8'}
          className="w-16! cursor-pointer p-1!"
        />
        {brand.color ? (
          <Button
            look="quiet"
            className="self-start"
            busy={change.isBusy}
            onClick={() => change.act({ color: '' })}
          >
            {words.removeColor}
          </Button>
        ) : null}
      </Form>
    </div>
  );
}
