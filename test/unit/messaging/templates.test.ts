import { describe, expect, test } from 'vitest';
import {
  chosen,
  filledWith,
  variablesOf,
} from '#server/features/sending/templates/fill-template.ts';
import type { Template } from '#server/outbound/messaging/gateway.ts';

const template = (...components: object[]): Template => ({
  name: 'retomar',
  language: 'pt_BR',
  status: 'APPROVED',
  components: components as Template['components'],
});
const body = (text: string) => ({ type: 'BODY', text });
const fill = (of: Template, variables: string[] | null, components: object[] | null = null) =>
  filledWith(of, { variables, components: components as Template['components'] | null });

describe('a template', () => {
  test('has variables in the order of their numbers, or of the text if they are named', () => {
    expect(variablesOf('{{2}} de {{10}} e {{1}}, {{ 2 }}')).toEqual(['1', '2', '10']);
    expect(variablesOf('{{nome}} em {{cidade}}')).toEqual(['nome', 'cidade']);
  });

  test('is filled with values for its text', () => {
    const parts = [
      { type: 'HEADER', format: 'TEXT', text: 'Agência' },
      body('Olá {{1}}, pedido {{2}}: {{1}}!'),
      { type: 'FOOTER', text: 'Até logo' },
      { type: 'BUTTONS', buttons: [{ type: 'QUICK_REPLY', text: 'Sair' }] },
    ];
    expect(fill(template(...parts), ['Ana', '$&'])).toEqual({
      components: [
        {
          type: 'body',
          parameters: [
            { type: 'text', text: 'Ana' },
            { type: 'text', text: '$&' },
          ],
        },
      ],
      text: 'Agência\nOlá Ana, pedido $&: Ana!\nAté logo',
    });
    expect(fill(template(body('Olá!')), null)).toEqual({ components: [], text: 'Olá!' });
    expect(fill(template(body('Olá {{nome}}!')), ['Ana'])).toEqual({
      components: [
        { type: 'body', parameters: [{ type: 'text', text: 'Ana', parameter_name: 'nome' }] },
      ],
      text: 'Olá Ana!',
    });
  });

  test.each<[string[] | null]>([
    [null],
    [[]],
    [['Ana']],
    [['Ana', '1', '2']],
    [['Ana', ' ']],
    [['Ana', 'a\nb']],
    [['Ana', 'a     b']],
    [['Ana', 'x'.repeat(1_025)]],
  ])('with two variables refuses %j', (variables) => {
    const of = template(body('Olá {{1}}, {{2}}'));
    expect(() => fill(of, variables)).toThrow(
      'variables must be a list of 2 strings, for {{1}}, {{2}}',
    );
    expect(() => fill(template(body('Olá')), ['x'])).toThrow('variables must be left out');
  });

  test('filled in is no longer than a message', () => {
    const long = 'x'.repeat(1_024);
    expect(() => fill(template(body('{{1}}{{2}}{{3}}{{4}}{{5}}')), Array(5).fill(long))).toThrow(
      'variables must leave the filled-in template at most 4096 characters long',
    );
  });

  const image = { type: 'HEADER', format: 'IMAGE' };
  const link = {
    type: 'BUTTONS',
    buttons: [
      { type: 'QUICK_REPLY', text: 'Não' },
      { type: 'URL', text: 'Ver', url: 'https://example.com/{{1}}' },
    ],
  };
  const imageOf = {
    type: 'header',
    parameters: [{ type: 'image', image: { link: 'https://example.com/x.png' } }],
  };
  const named = { type: 'body', parameters: [{ type: 'text', text: 'Ana' }] };
  const button = {
    type: 'button',
    sub_type: 'url',
    index: '1',
    parameters: [{ type: 'text', text: '42' }],
  };

  test('with more than text to fill in is filled as the network does it', () => {
    const of = template(image, body('Olá {{1}}'), link);
    expect(() => fill(of, ['Ana'])).toThrow(
      'components is required, because the template has a header of type image and a button to fill in',
    );
    expect(fill(of, null, [imageOf, named, button])).toMatchObject({ text: 'Olá Ana' });
    expect(() => fill(of, null, [named, button])).toThrow('1 parameters of type header (image)');
    expect(() => fill(of, null, [imageOf, button])).toThrow('1 parameters of type body ({{1}})');
    expect(() => fill(of, null, [imageOf, named])).toThrow('buttons with the index 1');
    expect(() => fill(of, null, [imageOf, named, button, { type: 'x' }])).toThrow('type');
  });

  test('shows amounts by their fallback', () => {
    const amount = { fallback_value: 'R$ 10', code: 'BRL', amount_1000: 10_000 };
    const component = { type: 'body', parameters: [{ type: 'currency', currency: amount }] };
    expect(fill(template(body('São {{1}}.')), null, [component])).toMatchObject({
      text: 'São R$ 10.',
    });
  });

  test('must exist for the number, in that language, and be approved', () => {
    const of = (name: string, language: string, status: string): Template => ({
      ...template(),
      name,
      language,
      status,
    });
    const all = [
      of('a', 'pt_BR', 'APPROVED'),
      of('a', 'en', 'PAUSED'),
      of('b', 'pt_BR', 'PENDING'),
    ];
    expect(chosen(all, 'a', 'pt_BR')).toBe(all[0]);
    expect(() => chosen(all, 'c', 'pt_BR')).toThrow(
      'template must be one that the number has, such as a.',
    );
    expect(() => chosen(all, 'a', 'es')).toThrow(
      'language must be one that template a has: pt_BR, en.',
    );
    expect(() => chosen(all, 'b', 'pt_BR')).toThrow('template b (pt_BR) is PENDING');
    expect(() => chosen([], 'b', 'pt_BR')).toThrow('it has no approved template');
  });
});
