import { fold } from './fold.ts';

/*
 * Names of columns in Portuguese and English, by their meaning. A name of a few letters' difference has the same meaning, unless it is a name itself:
 * therefore names that no import uses are listed, too.
 */

/** Meaning → names without accents and punctuation, in the lower case. */
const names = {
  id: 'id|codigo|cod|code|ref|referencia|identificador|id externo|external id|uid|uuid|codigo interno|id do registro|record id|matricula|id do cliente|codigo do cliente|cod cliente|codigo cliente|id do contato|id contato|id da tarefa|task id|id do negocio|id do projeto|deal id|contact id|company id',
  name: 'nome|name|nome completo|full name|nome e sobrenome|nome da pessoa|fn|display name|nome de exibicao',
  first_name: 'primeiro nome|first name|given name|prenome|nome proprio',
  middle_name: 'nome do meio|middle name|additional name|segundo nome',
  last_name: 'sobrenome|last name|family name|ultimo nome|surname|apelido de familia',
  nickname: 'apelido|nickname|nome social|como chamar|tratamento',
  client:
    'cliente|clientes|nome do cliente|nome cliente|client|client name|customer|customer name|conta|account|account name|anunciante|tomador|contratante',
  company:
    'empresa|empresas|nome da empresa|nome empresa|company|company name|organizacao|organization|organization name|nome da organizacao|organizacao nome|empresa do contato|companhia|org|empresa cliente|marca|associated company',
  legal_name:
    'razao social|razao|legal name|nome empresarial|denominacao social|razao social nome|nome razao social|razao social do cliente',
  trade_name: 'nome fantasia|fantasia|trade name|nome de fantasia',
  contact:
    'contato|pessoa de contato|nome do contato|nome contato|contact|contact name|contact person|contato principal|falar com|pessoa|pessoa nome|lead|nome do lead|contato na empresa',
  phone:
    'telefone|telefones|fone|fones|tel|phone|phone number|phone numbers|numero de telefone|telefone fixo|fixo|telefone comercial|telefone residencial|tel comercial|tel fixo|work phone|business phone|home phone|telefone principal|numero do telefone|telefone de contato|telefone contato|telefone do contato|telefone do cliente|contato telefonico|fone comercial|pessoa telefone|telefone com ddd|ddd telefone|phone work|telefone fixo comercial|fone contato|fone fixo',
  mobile:
    'celular|celulares|cel|mobile|mobile phone|mobile phone number|cell|cell phone|cellphone|telefone celular|numero de celular|celular principal|tel celular|telefone movel|movel|fone celular|celular do contato|telefone pessoal|celular do cliente|pessoa telefone celular',
  whatsapp:
    'whatsapp|whats app|whats|zap|wpp|wapp|numero do whatsapp|celular whatsapp|whatsapp celular|telefone whatsapp|whatsapp do cliente|zapzap|whatsapp business|contato whatsapp|fone whatsapp|tel whatsapp|numero whatsapp|whatsapp com ddd|numero',
  email:
    'email|emails|e mail|e mails|mail|correio eletronico|email address|endereco de email|email principal|email comercial|email corporativo|email de contato|email contato|email do contato|email do cliente|email pessoal|email trabalho|work email|e mail comercial|e mail de contato|e mail do contato|e mail do cliente|e mail principal|e mail corporativo|endereco de e mail|pessoa e mail|pessoa email|pessoa e mail trabalho|e mail 1 value|e mail pessoal|email de cobranca|e mail financeiro|email financeiro|email para nota fiscal|email nf',
  cpf: 'cpf|numero do cpf|cpf do cliente|cpf do responsavel|n cpf|cpf titular',
  cnpj: 'cnpj|numero do cnpj|cnpj da empresa|cnpj do cliente|cgc|n cnpj',
  tax_id:
    'cpf cnpj|cnpj cpf|cpf ou cnpj|cnpj ou cpf|documento|doc|documentos|documento fiscal|tax id|vat|cpf e cnpj|documento cpf cnpj|n documento|numero do documento|vat number',
  rg: 'rg|identidade|registro geral|carteira de identidade|rg do cliente',
  state_registration:
    'inscricao estadual|ie|insc estadual|i e|state registration|inscr estadual|inscricao est',
  city_registration: 'inscricao municipal|im|insc municipal|ccm',
  birth_date:
    'data de nascimento|nascimento|aniversario|data nascimento|dt nascimento|birthday|birth date|date of birth|dt nasc|data nasc|data de aniversario|bday|niver',
  age: 'idade|age',
  gender: 'sexo|genero|gender|sex',
  person_type:
    'tipo de pessoa|tipo pessoa|pf pj|pessoa fisica juridica|pf ou pj|tipo de cliente|tipo cliente|natureza juridica|person type|fisica juridica',
  job: 'cargo|funcao|profissao|job title|position|title job|ocupacao|job|role|organization title|cargo funcao',
  address:
    'endereco|endereco completo|address|full address|logradouro completo|endereco comercial|endereco da empresa|adr|address 1 formatted|end|endereco do cliente|endereco de entrega',
  street:
    'rua|logradouro|street|street address|avenida|rua avenida|endereco rua|address 1 street|endereco logradouro',
  number:
    'numero do endereco|n|no|nro|num|numero residencia|street number|numero casa|numero da casa|endereco numero',
  complement: 'complemento|compl|complement|apto|sala|address line 2|complemento do endereco',
  neighborhood: 'bairro|neighborhood|neighbourhood|distrito',
  city: 'cidade|municipio|city|localidade|cidade uf|town|address 1 city',
  state: 'uf|state|unidade federativa|provincia|region|sigla do estado|estado uf|address 1 region',
  estado: 'estado',
  zip_code: 'cep|zip|zip code|postal code|codigo postal|postcode|address 1 postal code',
  country: 'pais|country|address 1 country',
  source:
    'origem|source|canal|canal de origem|origem do lead|origem do cliente|lead source|como conheceu|como nos conheceu|origem da primeira conversao|original source|fonte|midia de origem|indicacao|indicado por|canal de aquisicao|origem do contato|origem do negocio',
  notes:
    'observacao|observacoes|obs|notas|anotacoes|notes|note|comentarios|comentario|comments|observacoes gerais|obs gerais|informacoes adicionais|info adicional|remarks|nota|anotacao|historico|lembretes',
  description:
    'descricao|description|detalhes|details|descricao da tarefa|task description|briefing|escopo|conteudo|task content|descricao do projeto|resumo|body|descritivo|pauta descricao|desc',
  tags: 'tags|tag|etiquetas|etiqueta|labels|label|marcadores|marcador|categorias|categoria|category|categories|segmento|segmentacao|grupo|grupos|groups|group membership|categoria do cliente|ramo|ramo de atividade|nicho|setor de atuacao|segmento de mercado',
  status:
    'status|situacao|status do cliente|situacao do cliente|estado atual|status do projeto|status da campanha|status da tarefa|status do negocio|status atual|ativo|ativo inativo|is active|andamento',
  title: 'titulo|title|assunto|subject|headline',
  task: 'tarefa|tarefas|task|task name|nome da tarefa|titulo da tarefa|atividade a fazer|o que fazer|demanda|demandas|entrega|entregavel|entregaveis|job nome|to do|todo|nome do card|card|card name|pauta|item|acao|acoes|o que|nome da demanda',
  project:
    'projeto|projetos|project|projects|nome do projeto|project name|projeto nome|job projeto|contrato projeto',
  campaign: 'campanha|campanhas|campaign|campaign name|nome da campanha|campanha nome',
  deal: 'negocio|negocios|oportunidade|oportunidades|deal|deal name|deals|nome do negocio|nome da oportunidade|titulo do negocio|opportunity|opportunity name|negociacao|proposta|propostas|nome da negociacao|venda|orcamento titulo|negocio titulo',
  activity:
    'atividade|atividades|activity|compromisso|interacao|evento|activity name|ligacao|reuniao|nome da atividade',
  activity_type:
    'tipo de atividade|tipo da atividade|activity type|tipo de interacao|tipo de contato|tipo de compromisso|tipo atividade',
  type: 'tipo|type|modalidade|natureza',
  column:
    'coluna|column|lista|list|list name|section|section column|board column|secao|etapa do projeto|etapa da tarefa|coluna do quadro|quadro|board|task list',
  phase:
    'etapa|fase|stage|phase|deal stage|etapa do funil|fase do funil|etapa da venda|estagio|estagio do funil|estagio no funil|fase da negociacao|etapa da negociacao|sales stage|status da negociacao|negocio etapa|etapa do negocio|lifecycle stage',
  pipeline: 'funil|pipeline|funil de vendas|negocio funil|sales pipeline',
  value:
    'valor|value|valor total|amount|valor do negocio|valor da proposta|deal value|preco|price|total|valor estimado|valor r|valor rs|negocio valor|ticket|valor da oportunidade|valor do contrato|valor fechado|receita|receita prevista|orcamento|valor mensal|mensalidade|fee|fee mensal|valor da venda|valor proposta|investimento',
  probability:
    'probabilidade|probability|chance|chance de fechamento|prob|probabilidade de fechamento|win probability|percentual de chance',
  expected_close_date:
    'previsao de fechamento|data prevista|fechamento previsto|data de fechamento|data de fechamento esperada|expected close date|close date|previsao|data prevista de fechamento|data fechamento|fechamento|prev fechamento|expected close|negocio data de fechamento esperada|previsto para',
  owner:
    'responsavel|proprietario|owner|vendedor|deal owner|responsavel pelo negocio|consultor|executivo|executivo de contas|atendimento|account manager|usuario responsavel|contact owner|negocio proprietario|closer|sdr|gerente de contas|comercial|salesperson|gestor da conta|responsavel comercial|vendedora',
  assignee:
    'atribuido a|atribuido para|atribuido|assignee|assignees|assigned to|executor|quem faz|quem|responsavel pela tarefa|designado|designado para|encarregado|membros|members|responsaveis|equipe responsavel|assignee name|colaborador|redator|designer',
  assignee_email: 'assignee email|email do responsavel|e mail do responsavel',
  reporter:
    'solicitante|solicitado por|quem pediu|reporter|requested by|pedido por|requisitante|autor|criado por|created by|aberto por|solicitante da tarefa|demandante',
  loss_reason:
    'motivo da perda|motivo de perda|loss reason|lost reason|motivo perda|razao da perda|negocio motivo da perda|closed lost reason|motivo do cancelamento',
  won_at: 'ganho em|data do ganho|won time|negocio ganho em|won date|data de ganho',
  lost_at: 'data de perda|data da perda|perdido em|lost time|negocio data de perda|lost date',
  priority: 'prioridade|priority|urgencia|importancia|prioridades|nivel de prioridade',
  start_date:
    'data de inicio|inicio|start date|data inicio|data inicial|start|dt inicio|comeco|inicia em|data de comeco|start on|inicio previsto|inicio em|data de entrada|cliente desde|desde',
  due_date:
    'prazo|vencimento|data de entrega|entrega prevista|due date|due|deadline|data limite|data de vencimento|data final|prazo final|prazo de entrega|entregar ate|dt entrega|data entrega|termino previsto|dt vencimento|prazo entrega|data do prazo|vence em|entregar em',
  end_date:
    'data de termino|termino|fim|end date|data fim|data de fim|encerramento|conclusao prevista|data termino|dt fim|ate|data de encerramento',
  completed_at:
    'concluido em|data de conclusao|completed at|completed|finalizado em|data conclusao|conclusao|completion date|entregue em|finished at|date completed|feito em',
  is_completed:
    'concluido|concluida|feito|done|finalizado|finalizada|completa|realizado|realizada|is completed|entregue|ok',
  estimated_hours:
    'horas estimadas|estimated hours|estimativa|horas previstas|tempo estimado|time estimated|esforco|estimativa h|estimativa de horas|estimate|time estimate|esforco h',
  actual_hours:
    'horas gastas|horas realizadas|actual hours|tempo gasto|time spent|horas trabalhadas|horas reais|time logged|horas executadas',
  checklist: 'checklist|checklists|subtarefas|subtasks|lista de verificacao',
  parent: 'parent task|tarefa pai|parent|parent id|tarefa principal',
  date: 'data|date|dia|day|quando|when|data e hora|data hora|datetime|data da atividade|data da reuniao|data do contato|data do compromisso|data da interacao|dia da reuniao|data publicacao|data de publicacao|postagem|data da postagem|data da visita',
  time: 'hora|horario|time|hour|hora inicio',
  duration: 'duracao|duration|duracao minutos|tempo|duracao min|minutos|duracao em minutos|length',
  platforms:
    'plataforma|plataformas|platform|platforms|rede social|redes sociais|redes|canais|midia|midias|canal de midia|veiculo|veiculos|channels|rede|canal de veiculacao',
  pillars:
    'pilares|pilar|pilar de conteudo|pilares de conteudo|content pillars|editorias|editoria|temas|tema|content pillar|linha editorial',
  goals: 'objetivo|objetivos|goal|goals|metas|meta|kpi|kpis|objetivo da campanha',
  budget: 'verba|budget|verba de midia|verba total|orcamento de midia',
  created_at:
    'criado em|data de criacao|created at|created|date created|data de cadastro|cadastro|cadastrado em|data cadastro|dt cadastro|create date|criacao|data do cadastro|negocio criado em|negocio negocio criado em|carimbo de data hora|timestamp|data de registro|created time|data da criacao|dt criacao|incluido em',
  updated_at:
    'atualizado em|ultima atualizacao|updated at|last modified|modificado em|data de atualizacao|ultima modificacao|ultima alteracao|negocio atualizado em|last modified date|last activity date|ultima atividade|ultimo contato|data ultima compra|ultima compra',
  link: 'link|url|site|website|web site|pagina|homepage|endereco do site|link do arquivo|drive|link do drive|short url|shorturl|web page|site da empresa|link da pasta|pasta',
  social:
    'instagram|facebook|linkedin|perfil|rede instagram|insta|ig|twitter|tiktok|youtube|arroba|skype',
  // Without a field: listed so that no other meaning takes them.
  unused:
    'contrato|contratos|contract|contratado|contratada|setor|departamento|department|gestor|gerente|manager|praca|ordem|posicao|pos|linha|seq|sequencia|item n|quantidade|qtd|qtde|quantity|moeda|currency|forma de pagamento|pagamento|payment|banco|agencia|conta corrente|pix|chave pix|dia de vencimento|dia do vencimento|foto|photo|anexos|anexo|attachments|arquivo|arquivos|file|idioma|language|fuso horario|timezone|nacionalidade|estado civil|escolaridade|renda|pontuacao|score|nps|nota fiscal|nf|numero da nota|imposto|impostos|desconto|custo|lucro|margem|comissao|parcelas|parcela|produto|produtos|product|servico|servicos|plano|pacote|turno|semana|mes|ano|trimestre|month|year|week|formato|format|dimensao|dimensoes|tamanho|size|impressoes|cliques|clicks|alcance|engajamento|seguidores|curtidas|legenda|copy|hashtag|hashtags|aprovado|aprovacao|aprovador|revisao|revisor|versao|version|pendencia|pendencias|proximo passo|proxima acao|next step|follow up|retorno|newsletter|opt in|aceita marketing|lgpd|consentimento|senha|login|usuario|user|password|space name|folder name|milestone|latitude|longitude|ramal|fax|secretaria|filial|loja|unidade|unit|data de pagamento|data do pagamento|pago em|recorrencia|recorrente|vigencia|renovacao|data de renovacao|reajuste|indice',
} as const satisfies Record<string, string>;

export type Meaning = keyof typeof names;

/** Longest difference between two spellings, by the length of the name. */
const mostEdits = (length: number) => (length < 5 ? 0 : length < 9 ? 1 : 2);

/** Words of a name without accents, punctuation and hints such as “(com DDD)” or “*”. */
export function comparedName(name: string): string {
  const bare = fold(name)
    .replace(
      /\((?:r\$|obrigatorio|opcional|com ddd|ddd|dd\/mm\/aaaa|h|min|%|required|optional)[^)]*\)/g,
      ' ',
    )
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
  return bare === '' ? '' : bare;
}

const exact = new Map<string, Meaning>();
for (const [meaning, list] of Object.entries(names))
  for (const name of list.split('|')) exact.set(name, meaning as Meaning);

const byLength = new Map<number, string[]>();
for (const name of exact.keys())
  byLength.set(name.length, [...(byLength.get(name.length) ?? []), name]);

/** Number of letters that differ, counting swapped neighbours as one; more than `most` are not counted on. */
export function editDistance(a: string, b: string, most: number): number {
  if (Math.abs(a.length - b.length) > most) return most + 1;
  let beforeLast: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, i) => i);
  for (let i = 1; i <= a.length; i += 1) {
    const row = [i];
    let least = i;
    for (let j = 1; j <= b.length; j += 1) {
      const cost = a[i - 1] === b[j - 1] ? 0 : 1;
      let value = Math.min((last[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1, (last[j - 1] ?? 0) + cost);
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
        value = Math.min(value, (beforeLast[j - 2] ?? 0) + 1);
      row.push(value);
      least = Math.min(least, value);
    }
    if (least > most) return most + 1;
    beforeLast = last;
    last = row;
  }
  return last[b.length] ?? most + 1;
}

/** Meaning of a name, and its ordinal, such as 2 of “Telefone 2”. */
export interface NamedColumn {
  readonly meaning: Meaning;
  readonly ordinal: number;
  /** True if the name differs from a listed one by letters. */
  readonly isMisspelt: boolean;
}

function meaningOf(name: string): { meaning: Meaning; isMisspelt: boolean } | undefined {
  const listed = exact.get(name);
  if (listed) return { meaning: listed, isMisspelt: false };
  const most = mostEdits(name.length);
  if (most === 0 || /\d/.test(name)) return undefined;
  let best = most + 1;
  let meanings = new Set<Meaning>();
  for (let length = name.length - most; length <= name.length + most; length += 1) {
    for (const each of byLength.get(length) ?? []) {
      if (each.length < 5) continue;
      const distance = editDistance(name, each, Math.min(best, most));
      const meaning = exact.get(each);
      if (distance > best || distance > most || !meaning) continue;
      if (distance < best) meanings = new Set();
      best = distance;
      meanings.add(meaning);
    }
  }
  const [meaning] = meanings;
  return meaning && meanings.size === 1 ? { meaning, isMisspelt: true } : undefined;
}

/** Reads the name of a column; undefined if no import knows it. */
export function readColumnName(name: string): NamedColumn | undefined {
  const compared = comparedName(name);
  if (compared === '' || compared.length > 60) return undefined;
  const whole = meaningOf(compared);
  if (whole && !whole.isMisspelt) return { ...whole, ordinal: 1 };
  const [, stem = '', digits] = /^(.*\D) ?([1-9])(?: value)?$/.exec(compared) ?? [];
  const numbered = digits === undefined ? undefined : meaningOf(stem.trim());
  if (numbered) return { ...numbered, ordinal: Number(digits) };
  return whole && { ...whole, ordinal: 1 };
}

/** True for names that an import knows. */
export const isColumnName = (name: string): boolean => readColumnName(name) !== undefined;
