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
        'A key of the team that the workflow works for. A read key suffices for reading; writing and the trigger need a full one.',
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
      // The same address as baseOf() in nodes/Pauta/transport.ts makes of what people enter.
      baseURL: '={{$credentials.baseUrl.trim().replace(/(\\/api)?\\/*$/, "") + "/api"}}',
      url: '/v1/me',
    },
  };
}
