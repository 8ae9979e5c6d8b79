import type {
  IAuthenticateGeneric,
  ICredentialTestRequest,
  ICredentialType,
  INodeProperties,
} from 'n8n-workflow';

export class PautaApi implements ICredentialType {
  name = 'pautaApi';

  displayName = 'Pauta API';

  icon = { light: 'file:../icons/pauta.svg', dark: 'file:../icons/pauta.dark.svg' } as const;

  documentationUrl = 'https://pauta.example.com/docs/n8n.md';

  properties: INodeProperties[] = [
    {
      displayName: 'Base URL',
      name: 'baseUrl',
      type: 'string',
      required: true,
      default: '',
      placeholder: 'https://pauta.example.com/api',
      description: 'The address of your Pauta, with or without /api at the end',
    },
    {
      displayName: 'API Key',
      name: 'apiKey',
      type: 'string',
      typeOptions: { password: true },
      required: true,
      default: '',
      placeholder: 'pauta_…',
      description:
        'An API key of the team. A key with the scope read is enough for reading; writing and the trigger require the scope full.',
    },
  ];

  authenticate: IAuthenticateGeneric = {
    type: 'generic',
    properties: {
      headers: { Authorization: '=Bearer {{$credentials.apiKey.trim()}}' },
    },
  };

  test: ICredentialTestRequest = {
    request: {
      // The same result as baseOf() in nodes/Pauta/transport.ts.
      baseURL: '={{$credentials.baseUrl.trim().replace(/(\\/api)?\\/*$/, "") + "/api"}}',
      url: '/v1/me',
    },
  };
}
