/*
 * Word lists of the demo data, in Brazilian Portuguese. Lists that are cycled in order begin with frequent search terms: João,
 * Padaria São João, Clínica. The file is long because splitting word lists adds no clarity.
 */

// People -----------------------------------------------------------------------------------------

export const firstNames = [
  { name: 'João', gender: 'masculino' },
  { name: 'Conceição', gender: 'feminino' },
  { name: 'José', gender: 'masculino' },
  { name: 'Letícia', gender: 'feminino' },
  { name: 'Antônio', gender: 'masculino' },
  { name: 'Débora', gender: 'feminino' },
  { name: 'Luís', gender: 'masculino' },
  { name: 'Márcia', gender: 'feminino' },
  { name: 'Thiago', gender: 'masculino' },
  { name: 'Ana Júlia', gender: 'feminino' },
  { name: 'Fábio', gender: 'masculino' },
  { name: 'Inês', gender: 'feminino' },
  { name: 'César', gender: 'masculino' },
  { name: 'Flávia', gender: 'feminino' },
  { name: 'Ubirajara', gender: 'masculino' },
  { name: 'Verônica', gender: 'feminino' },
  { name: 'Otávio', gender: 'masculino' },
  { name: 'Camila', gender: 'feminino' },
  { name: 'Vinícius', gender: 'masculino' },
  { name: 'Alex', gender: 'não binário' },
  { name: 'Sérgio', gender: 'masculino' },
  { name: 'Renata', gender: 'feminino' },
  { name: 'Caetano', gender: 'masculino' },
  { name: 'Mônica', gender: 'feminino' },
] as const;

export const surnames = [
  'da Silva',
  'Araújo',
  'dos Santos',
  'Gonçalves',
  'Oliveira',
  'Magalhães',
  'Souza',
  'Assunção',
  'Pereira',
  'Brandão',
  'Ferreira',
  'Guimarães',
  'Almeida',
  'Conceição',
  'Ribeiro',
  'Falcão',
  'Nogueira',
  'Simões',
  'Cardoso',
  'Leão',
  'Teixeira',
  'Antunes',
  'Moreira',
  'Patrício',
] as const;

// Businesses -------------------------------------------------------------------------------------

export const trades = [
  { name: 'Padaria', segment: 'alimentação' },
  { name: 'Clínica', segment: 'saúde' },
  { name: 'Escola', segment: 'educação' },
  { name: 'Loja Virtual', segment: 'e-commerce' },
  { name: 'Academia', segment: 'bem-estar' },
  { name: 'Restaurante', segment: 'alimentação' },
  { name: 'Imobiliária', segment: 'imóveis' },
  { name: 'Pet Shop', segment: 'varejo' },
  { name: 'Pousada', segment: 'turismo' },
  { name: 'Ótica', segment: 'varejo' },
  { name: 'Farmácia', segment: 'saúde' },
  { name: 'Construtora', segment: 'imóveis' },
  { name: 'Livraria', segment: 'varejo' },
  { name: 'Cafeteria', segment: 'alimentação' },
  { name: 'Autoescola', segment: 'educação' },
  { name: 'Confecção', segment: 'moda' },
  { name: 'Floricultura', segment: 'varejo' },
  { name: 'Laboratório', segment: 'saúde' },
  { name: 'Transportadora', segment: 'logística' },
  { name: 'Cervejaria', segment: 'alimentação' },
  { name: 'Odontologia', segment: 'saúde' },
  { name: 'Empório', segment: 'e-commerce' },
  { name: 'Vinícola', segment: 'alimentação' },
  { name: 'Cooperativa', segment: 'agronegócio' },
] as const;

export const businessNames = [
  'São João',
  'Bem Viver',
  'Pequenos Passos',
  'Açaí & Cia.',
  'Coração Valente',
  'Sabor da Bahia',
  'Morada Nova',
  'Três Irmãos',
  'Recanto das Araras',
  'Visão Clara',
  'Nossa Senhora da Conceição',
  'Horizonte',
  'Sertão',
  'Grão Nobre',
  'Avenida',
  'Flor de Lis',
  'Primavera',
  'Ipê Amarelo',
  'Estrela do Sul',
  'Serra Azul',
  'Vitória',
  'Raízes',
  'Vale do Rio',
  'Progresso',
  'Girassol',
  'Maré Alta',
  'Luz do Dia',
  'Beija-Flor',
  'Araucária',
  'Recôncavo',
  'Ponto Certo',
] as const;

export const companyForms = ['Ltda.', 'ME', 'Ltda.', 'EPP', 'S.A.'] as const;

export const places = [
  { city: 'São Paulo', state: 'SP', areaCode: '11', zip: '01310', neighborhood: 'Bela Vista' },
  { city: 'Florianópolis', state: 'SC', areaCode: '48', zip: '88015', neighborhood: 'Centro' },
  { city: 'Salvador', state: 'BA', areaCode: '71', zip: '40140', neighborhood: 'Barra' },
  { city: 'Belo Horizonte', state: 'MG', areaCode: '31', zip: '30130', neighborhood: 'Savassi' },
  { city: 'Goiânia', state: 'GO', areaCode: '62', zip: '74115', neighborhood: 'Setor Oeste' },
  {
    city: 'Rio de Janeiro',
    state: 'RJ',
    areaCode: '21',
    zip: '22240',
    neighborhood: 'Laranjeiras',
  },
  { city: 'Curitiba', state: 'PR', areaCode: '41', zip: '80420', neighborhood: 'Batel' },
  { city: 'Recife', state: 'PE', areaCode: '81', zip: '51020', neighborhood: 'Boa Viagem' },
  {
    city: 'Porto Alegre',
    state: 'RS',
    areaCode: '51',
    zip: '90570',
    neighborhood: 'Moinhos de Vento',
  },
  { city: 'Belém', state: 'PA', areaCode: '91', zip: '66055', neighborhood: 'Umarizal' },
  { city: 'Fortaleza', state: 'CE', areaCode: '85', zip: '60125', neighborhood: 'Aldeota' },
  {
    city: 'Ribeirão Preto',
    state: 'SP',
    areaCode: '16',
    zip: '14015',
    neighborhood: 'Jardim Sumaré',
  },
  { city: 'Brasília', state: 'DF', areaCode: '61', zip: '70390', neighborhood: 'Asa Sul' },
  { city: 'Manaus', state: 'AM', areaCode: '92', zip: '69057', neighborhood: 'Adrianópolis' },
] as const;

export const streets = [
  'Rua das Flores',
  'Avenida Getúlio Vargas',
  'Rua XV de Novembro',
  'Alameda dos Ipês',
  'Rua Sete de Setembro',
  'Avenida Brasil',
  'Travessa da Glória',
  'Rua Tiradentes',
  'Praça da Independência',
  'Avenida Beira-Mar',
  'Rua Dom Pedro II',
  'Rua Castro Alves',
] as const;

export const complements = ['Sala 12', 'Loja B', 'Conjunto 304', 'Térreo', 'Galpão 2'] as const;

export const sources = [
  'indicação',
  'site',
  'Instagram',
  'Google',
  'evento',
  'prospecção ativa',
  'parceiro',
] as const;

export const clientTags = ['recorrente', 'VIP', 'em expansão', 'renegociar', 'novo'] as const;

export const clientNotes = [
  'Prefere reuniões pela manhã; decisões passam pela sócia.',
  'Paga no dia 10. Enviar a nota fiscal até o dia 5.',
  'Já trabalhou com outra agência e pede relatórios mensais detalhados.',
  'Aprovações por mensagem; responde rápido depois das 18h.',
] as const;

// The agency -------------------------------------------------------------------------------------

export const squadNames = [
  'Criação',
  'Performance',
  'Conteúdo',
  'Mídia',
  'Web',
  'Branding',
  'Audiovisual',
  'Atendimento',
  'Redes sociais',
  'Dados',
  'E-commerce',
  'Planejamento',
] as const;

export const inboxes = [
  { name: 'Atendimento', type: 'session', isActive: true },
  { name: 'Comercial', type: 'cloud', isActive: false },
  { name: 'Suporte', type: 'cloud', isActive: true },
  { name: 'Financeiro', type: 'session', isActive: true },
] as const;

export const contractTitles = [
  'Contrato de gestão de redes sociais',
  'Contrato de manutenção do site',
  'Contrato anual de mídia paga',
  'Contrato de produção audiovisual',
  'Contrato de consultoria de marca',
] as const;

// Projects and tasks -----------------------------------------------------------------------------

export const timeNotes = [
  'Reunião de alinhamento com o cliente',
  'Layout da página inicial',
  'Textos das publicações',
  'Edição de vídeo',
  'Ajustes depois da revisão',
  'Relatório de resultados',
  'Pesquisa de referências',
  'Configuração das campanhas',
  'Revisão da identidade visual',
  'Atendimento e planejamento',
] as const;

/** Weighted by repetition: half of an agency's projects are active. */
export const projectStatuses = [
  'active',
  'backlog',
  'paused',
  'completed',
  'cancelled',
  'active',
  'active',
  'completed',
  'active',
  'active',
] as const;
/** A template of projects. The days are counted from the start of a project. */
export const projectTemplate = {
  name: 'Site institucional',
  description: 'Do briefing à publicação, com duas rodadas de aprovação.',
  color: '#2563eb',
  duration_days: 45,
  shift: 'after',
  tasks: [
    {
      title: 'Reunião de briefing',
      due_after_days: 2,
      role: 'Atendimento',
      estimated_hours: 2,
      checklist_markdown: '- [ ] Objetivos\n- [ ] Público\n- [ ] Referências\n- [ ] Acessos',
    },
    { title: 'Mapa do site e textos', due_after_days: 10, role: 'Redação', estimated_hours: 12 },
    { title: 'Layout da página inicial', due_after_days: 15, role: 'Design', estimated_hours: 16 },
    {
      title: 'Layout das páginas internas',
      due_after_days: 22,
      role: 'Design',
      estimated_hours: 12,
    },
    {
      title: 'Desenvolvimento',
      due_after_days: 36,
      role: 'Desenvolvimento',
      estimated_hours: 30,
      priority: 'high',
    },
    {
      title: 'Revisão e testes',
      due_after_days: 40,
      role: 'Atendimento',
      estimated_hours: 6,
      checklist_markdown:
        '- [ ] Celular\n- [ ] Formulários\n- [ ] Velocidade\n- [ ] Textos alternativos',
    },
    { title: 'Publicação', due_after_days: 44, role: 'Desenvolvimento', estimated_hours: 3 },
  ],
} as const;

export const projectPriorities = ['low', 'medium', 'high', 'urgent', 'medium'] as const;
export const colors = [
  '#2563eb',
  '#dc2626',
  '#16a34a',
  '#ca8a04',
  '#9333ea',
  '#0891b2',
  '#db2777',
  '#0d9488',
];

export const projects = [
  {
    name: 'Redesign do site',
    description: 'Novo site institucional, rápido no celular e fácil de atualizar pela equipe.',
    briefing:
      'Público: famílias da região. Tom próximo e acolhedor. Referências no drive do cliente.',
  },
  {
    name: 'Redes sociais do trimestre',
    description: 'Planejamento, produção e publicação de conteúdo em três redes.',
    briefing:
      'Doze peças por mês, dois vídeos curtos por semana e resposta a comentários em até 4 h.',
  },
  {
    name: 'Identidade visual',
    description: 'Marca, paleta, tipografia e manual de aplicação.',
    briefing: 'A marca atual tem 20 anos; manter o símbolo reconhecível e modernizar o restante.',
  },
  {
    name: 'Lançamento da loja virtual',
    description: 'Catálogo com 300 produtos, meios de pagamento e integração com o estoque.',
    briefing: 'Precisa estar no ar antes da Black Friday. Frete grátis acima de R$ 199.',
  },
  {
    name: 'Campanha de matrículas',
    description: 'Captação de interessados com anúncios, página de destino e atendimento.',
    briefing: 'Meta de 200 visitas agendadas. Verba de mídia de R$ 15.000 por mês.',
  },
  {
    name: 'Vídeo institucional',
    description: 'Roteiro, captação em dois dias, edição e versões curtas para anúncios.',
    briefing: 'Mostrar a equipe e os bastidores. Sem locução; trilha original.',
  },
  {
    name: 'SEO e blog',
    description: 'Correções técnicas, pesquisa de palavras-chave e oito artigos por mês.',
    briefing: 'O concorrente direto aparece na primeira página para 40 termos; nós, para 6.',
  },
  {
    name: 'Cardápio e embalagens',
    description: 'Cardápio impresso e digital, caixas para entrega e adesivos.',
    briefing: 'Materiais recicláveis. Tiragem inicial de 5.000 unidades.',
  },
  {
    name: 'Automação de marketing',
    description: 'Réguas de relacionamento por e-mail e mensagem, com pontuação de contatos.',
    briefing: 'Base de 8.000 contatos sem segmentação. Começar pela recuperação de carrinhos.',
  },
  {
    name: 'Feira e ativação de marca',
    description: 'Estande, brindes, equipe de promoção e cobertura ao vivo.',
    briefing: 'Três dias de feira, 12 m². Capturar ao menos 500 contatos qualificados.',
  },
  {
    name: 'Aplicativo de fidelidade',
    description: 'Pontos por compra, resgate no balcão e notificações.',
    briefing: 'Simples o bastante para o caixa usar sem treinamento.',
  },
  {
    name: 'Reposicionamento de marca',
    description: 'Pesquisa com clientes, plataforma de marca e plano de comunicação.',
    briefing: 'A diretoria quer ser vista como especialista, não como a opção mais barata.',
  },
] as const;

export const taskPriorities = [
  'none',
  'low',
  'medium',
  'high',
  'urgent',
  'medium',
  'medium',
] as const;

export const taskTitles = [
  'Revisar copy da landing page',
  'Aprovar paleta de cores com o cliente',
  'Configurar pixel e eventos de conversão',
  'Roteirizar três vídeos curtos',
  'Montar calendário editorial do mês',
  'Fotografar produtos para o catálogo',
  'Ajustar orçamento das campanhas de busca',
  'Escrever artigo para o blog',
  'Preparar apresentação de resultados',
  'Diagramar cardápio para impressão',
  'Corrigir formulário de contato no celular',
  'Criar variações de anúncio para teste A/B',
  'Gravar depoimento de cliente',
  'Levantar requisitos de integração com o estoque',
  'Desenhar wireframes da página inicial',
  'Publicar carrossel sobre bastidores',
  'Responder avaliações no Google',
  'Negociar cachê com influenciadora',
  'Fechar a arte final das embalagens',
  'Validar textos jurídicos da promoção',
  'Exportar peças em todos os formatos',
  'Configurar domínio e certificado',
  'Mapear palavras-chave da concorrência',
  'Editar teaser de 15 segundos',
  'Revisar acessibilidade do novo layout',
  'Conferir provas de cor na gráfica',
  'Segmentar a base de e-mails',
  'Escrever régua de boas-vindas',
  'Migrar conteúdo do site antigo',
  'Testar checkout com Pix e cartão',
  'Agendar publicações da semana',
  'Atualizar relatório de mídia',
  'Coletar autorizações de uso de imagem',
  'Traduzir legendas para Libras',
  'Reduzir o peso das imagens',
  'Definir indicadores da campanha',
  'Fazer a clipagem das matérias',
  'Organizar pastas e versões finais',
  'Briefar a ilustradora',
  'Desenhar ícones das categorias',
  'Revisar política de privacidade (LGPD)',
  'Produzir mockups para aprovação',
  'Enviar release para a imprensa local',
  'Calcular retorno sobre o investimento',
  'Alinhar cronograma com a gráfica',
  'Atualizar bio e destaques do perfil',
  'Criar público semelhante aos compradores',
  'Preparar pauta da reunião semanal',
] as const;

export const comments = [
  'O cliente respondeu: pode seguir com a segunda opção.',
  'Subi uma versão nova. Falta revisar o texto.',
  'Alguém consegue olhar hoje? O prazo é **amanhã**.',
  'Feito. Deixei os arquivos abertos na pasta do projeto.',
  'Conferi com o financeiro, está tudo certo.',
  'Faltou o logo em alta. Já pedi.',
];

export const taskDescriptions = [
  'Seguir o briefing do projeto e registrar as dúvidas nos comentários.',
  'O cliente pediu uma segunda opção, com linguagem mais direta.',
  'Depende do material que a equipe de atendimento vai receber até sexta-feira.',
  'Considerar as observações da última reunião: menos texto, mais imagem.',
  'Usar o modelo que está na pasta compartilhada e manter o padrão de nomes.',
  'Conferir números com o financeiro antes de enviar.',
  'Há uma referência aprovada na campanha do ano passado.',
  'Prioridade combinada com a direção de criação.',
] as const;

export const taskTags = [
  'design',
  'redação',
  'mídia',
  'web',
  'vídeo',
  'revisão',
  'urgência',
  'aprovação',
] as const;

export const checklists = [
  '- [x] Ler o briefing\n- [x] Primeira versão\n- [ ] Revisão interna\n- [ ] Aprovação do cliente',
  '- [x] Texto\n- [ ] Imagens\n- [ ] Publicação',
  '- [ ] Conferir ortografia\n- [ ] Conferir links\n- [ ] Testar no celular\n- [ ] Testar no computador',
  '## Entregáveis\n\n- [x] Feed 1080 × 1350\n- [ ] Stories 1080 × 1920\n- [ ] Capa do vídeo',
] as const;

// Deals ------------------------------------------------------------------------------------------

export const phases = ['lead', 'contato', 'proposta', 'negociacao', 'ganho', 'perdido'] as const;
/** The demo team's settings for its phases. */
export const phaseMeanings = {
  won_phases: ['ganho'],
  lost_phases: ['perdido'],
  phase_rules: [
    { phase: 'lead', limit_days: 7, probability: 10 },
    { phase: 'contato', limit_days: 10, probability: 25 },
    { phase: 'proposta', limit_days: 21, probability: 50 },
    { phase: 'negociacao', limit_days: 30, probability: 75 },
  ],
};
export const dealPriorities = ['media', 'alta', 'baixa'] as const;

export const deals = [
  {
    title: 'Redesign do site',
    description: 'Site atual não abre bem no celular.',
    value: [8_000, 35_000],
  },
  {
    title: 'Gestão de redes sociais',
    description: 'Plano mensal com três redes.',
    value: [2_500, 9_000],
  },
  {
    title: 'Campanha de tráfego pago',
    description: 'Busca e redes sociais, com verba à parte.',
    value: [3_000, 18_000],
  },
  {
    title: 'Identidade visual',
    description: 'Marca nova e manual de aplicação.',
    value: [6_000, 28_000],
  },
  {
    title: 'Vídeo institucional',
    description: 'Dois dias de captação e três versões.',
    value: [9_000, 40_000],
  },
  {
    title: 'SEO e produção de conteúdo',
    description: 'Oito artigos por mês durante um ano.',
    value: [18_000, 60_000],
  },
  {
    title: 'Loja virtual completa',
    description: 'Catálogo, pagamento, frete e estoque.',
    value: [20_000, 90_000],
  },
  {
    title: 'E-mail marketing',
    description: 'Réguas de relacionamento e modelos.',
    value: [1_800, 7_500],
  },
  {
    title: 'Assessoria de imprensa',
    description: 'Relacionamento com veículos da região.',
    value: [4_000, 12_000],
  },
  {
    title: 'Ensaio fotográfico de produtos',
    description: 'Cem fotos em fundo branco.',
    value: [1_200, 6_000],
  },
  {
    title: 'Landing page de lançamento',
    description: 'Página única, com formulário e teste A/B.',
    value: [2_000, 9_500],
  },
  {
    title: 'Consultoria de marca',
    description: 'Pesquisa, plataforma e plano de comunicação.',
    value: [15_000, 120_000],
  },
  {
    title: 'Automação de atendimento',
    description: 'Fluxos de mensagem e integração com o CRM.',
    value: [5_000, 25_000],
  },
] as const;

export const lossReasons = [
  'Preço acima do orçamento',
  'Escolheu outra agência',
  'Projeto adiado para o próximo ano',
  'Sem retorno após a proposta',
  'Vai fazer com a equipe interna',
] as const;

export const dealTags = [
  'recorrente',
  'projeto único',
  'licitação',
  'indicação',
  'retomada',
] as const;

// Campaigns --------------------------------------------------------------------------------------

export const campaignStatuses = [
  'active',
  'draft',
  'scheduled',
  'paused',
  'completed',
  'cancelled',
] as const;

/** Independent of season, because they may have any date. */
export const campaigns = [
  {
    name: 'Lançamento da nova coleção',
    description: 'Prévia para a lista VIP e influenciadoras da cidade.',
  },
  { name: 'Indique e ganhe', description: 'Desconto para quem indica e para quem chega.' },
  {
    name: 'Aniversário da marca',
    description: 'Linha do tempo, bastidores e agradecimento a clientes.',
  },
  {
    name: 'Especialista responde',
    description: 'Perguntas do público em vídeos curtos, toda terça-feira.',
  },
  {
    name: 'Semana do cliente',
    description: 'Sete dias de condições especiais, com contagem regressiva.',
  },
  {
    name: 'Doação solidária',
    description: 'A cada compra, uma doação para instituições da região.',
  },
  {
    name: 'Conheça nossa equipe',
    description: 'Um retrato por semana de quem faz a casa funcionar.',
  },
  {
    name: 'Frete grátis no bairro',
    description: 'Anúncios locais para um raio de cinco quilômetros.',
  },
  {
    name: 'Avaliações que contam',
    description: 'Convite a avaliar no Google e resposta a cada opinião.',
  },
  {
    name: 'Clube de vantagens',
    description: 'Captação de assinantes com benefício já no primeiro mês.',
  },
] as const;

export const contentPillars = [
  'educação',
  'bastidores',
  'prova social',
  'oferta',
  'inspiração',
  'comunidade',
  'institucional',
] as const;
export const platforms = [
  'Instagram',
  'Facebook',
  'TikTok',
  'YouTube',
  'LinkedIn',
  'Google Ads',
  'E-mail',
  'Rádio local',
] as const;

// Activities -------------------------------------------------------------------------------------

/** Every type of activity, with typical titles. */
export const activities = [
  { type: 'call', titles: ['Ligação de qualificação', 'Ligar para confirmar a proposta'] },
  { type: 'meeting', titles: ['Reunião de briefing', 'Apresentação de resultados do mês'] },
  { type: 'email', titles: ['Enviar proposta revisada', 'E-mail com o relatório de mídia'] },
  { type: 'note', titles: ['Anotações da visita', 'Cliente pediu mais opções de cor'] },
  { type: 'task', titles: ['Atualizar cadastro e contatos', 'Separar referências para o cliente'] },
  { type: 'follow_up', titles: ['Retomar contato após a proposta', 'Perguntar sobre a aprovação'] },
  {
    type: 'deadline',
    titles: ['Prazo para entrega das artes', 'Último dia para enviar à gráfica'],
  },
  {
    type: 'hearing',
    titles: ['Audiência no Procon', 'Audiência de conciliação sobre direitos de imagem'],
  },
  {
    type: 'case_event',
    titles: ['Registro da marca no INPI', 'Resposta à notificação sobre o anúncio'],
  },
  { type: 'contract_event', titles: ['Renovação do contrato', 'Assinatura do termo aditivo'] },
] as const;

/** Some activities have no priority. */
export const activityPriorities = ['low', 'medium', 'high', undefined] as const;

export const activityDescriptions = [
  'Participaram a sócia e o responsável pelo marketing.',
  'Combinado retorno até o fim da semana.',
  'Registrar no relatório e avisar o atendimento.',
  'Levar exemplos de campanhas parecidas.',
] as const;

export const activityTags = [
  'comercial',
  'jurídico',
  'financeiro',
  'atendimento',
  'criação',
] as const;

// Contacts, conversations and webhook endpoints --------------------------------------------------

export const contactTags = ['cliente', 'lead', 'fornecedor', 'imprensa', 'VIP'] as const;

export const contactNotes = [
  'Prefere áudio curto.',
  'Responsável pelas aprovações.',
  'Só responde em horário comercial.',
  'Conheceu a agência na feira do ano passado.',
] as const;

/*
 * Dialogues: the sides alternate, and each dialogue may end early. `{nome}` is the contact's first name; the texts do not reveal
 * the writers' gender.
 */

/** Started by the contact. */
export const theirDialogues = [
  [
    'Oi! Conseguem mandar a nova versão do banner hoje?',
    'Oi, {nome}! Sai até as 17h, já com a cor do botão que você pediu.',
    'Perfeito. Dá para aumentar um pouco o logo também?',
    'Dá, sim. Mando as duas opções para você escolher.',
  ],
  [
    'Vi o post de ontem e o telefone está com um número errado 😬',
    'Puxa, {nome}, tem razão! Já corrigimos a legenda e a arte. Pode conferir?',
    'Agora está certo. Valeu pela rapidez!',
    'A gente que agradece o aviso. Incluímos o telefone na lista de revisão.',
  ],
  [
    'Quanto fica para incluir mais dois vídeos curtos por mês?',
    'Oi, {nome}! Com o plano atual, são R$ 1.400 a mais por mês, já com edição e legenda.',
    'Faz sentido. Me manda por escrito para eu mostrar aqui?',
    'Enviei a proposta para o seu e-mail. Vale até o fim do mês.',
  ],
  [
    'O formulário do site não está chegando no nosso e-mail desde segunda.',
    'Agradecemos o aviso, {nome}. Encontramos o problema: a caixa de entrada estava cheia.',
    'Nossa, nem imaginava! Já liberei espaço aqui.',
    'Fizemos um teste agora e chegou. Também ligamos um aviso para quando encher de novo.',
  ],
  [
    'A reunião de quinta está de pé?',
    'Está, sim! Quinta, às 10h, por vídeo. Vamos mostrar os resultados da campanha.',
    'Ótimo. Minha sócia vai participar também, pode mandar o convite para ela?',
    'Convite enviado. Até quinta, {nome}!',
  ],
  [
    'Ainda não recebi a nota fiscal deste mês.',
    'Oi, {nome}! A nota foi emitida ontem; acabei de reenviar para o financeiro de vocês.',
    'Chegou agora. O vencimento continua no dia 10?',
    'Continua, dia 10. Qualquer coisa é só chamar.',
  ],
  [
    'Segue a lista de produtos para a sessão de fotos: são 32 no total.',
    'Recebido, {nome}! Com 32 itens, precisamos de um dia inteiro de estúdio.',
    'Pode ser na próxima terça? Levo tudo logo cedo.',
    'Terça está reservada. O estúdio abre às 8h.',
  ],
  [
    'Chegaram comentários ruins no anúncio, o que a gente responde?',
    'Vimos agora, {nome}. Sugestão: pedir desculpas pelo atraso e chamar a pessoa no privado.',
    'Gostei. Podem responder por nós?',
    'Respondido. Se ela voltar a escrever, avisamos você na hora.',
  ],
  [
    'Preciso do logo em alta resolução para a fachada da loja.',
    'Claro, {nome}! O arquivo em PDF vetorial está na pasta “Marca – versões finais”.',
    'Achei, era isso mesmo. A gráfica pediu também o código da cor.',
    'É o Pantone 7462 C. Mande uma foto quando a fachada ficar pronta!',
  ],
  [
    'Podemos pausar os anúncios no feriado? A loja vai estar fechada.',
    'Podemos, sim. Pausamos na véspera à noite e voltamos no primeiro dia útil. Tudo bem, {nome}?',
    'Tudo bem. E o que não for gasto da verba?',
    'Fica para a semana seguinte, que costuma vender mais.',
  ],
] as const;

/** Started by the agency. */
export const ourDialogues = [
  [
    'Oi, {nome}! As artes da semana estão na pasta para aprovação.',
    'Vi agora. A terceira ficou linda! Na segunda eu trocaria a foto.',
    'Trocamos pela foto da fachada, pode ser?',
    'Pode. Aprovo todas então.',
    'Maravilha! A primeira vai ao ar amanhã, às 18h.',
    'Combinado, vou compartilhar aqui também.',
  ],
  [
    'Oi, {nome}! O relatório do mês ficou pronto: 148 contatos novos, 23% a mais que no mês passado.',
    'Que notícia boa! E o custo por contato?',
    'Caiu de R$ 18,40 para R$ 14,90. Os vídeos curtos puxaram o resultado.',
    'Então vamos fazer mais vídeos 😄',
    'Já estamos com três roteiros. Mando amanhã para você ler.',
    'Fico esperando!',
  ],
  [
    'Tudo bem, {nome}? Conseguiu olhar a proposta do novo site?',
    'Olhei, sim. O prazo de 60 dias é firme?',
    'É firme se recebermos os textos até o dia 15. Podemos escrever por vocês, se ajudar.',
    'Ajuda muito. Isso muda o valor?',
    'São R$ 1.800 a mais, para até dez páginas.',
    'Vou falar com meu sócio e respondo até sexta.',
  ],
  [
    'Oi, {nome}! Faltam as fotos da equipe para fechar a página “Quem somos”.',
    'Desculpa a demora! Posso mandar do celular mesmo?',
    'Pode, desde que com boa luz e fundo claro.',
    'Tiro hoje no fim da tarde, então.',
    'Perfeito. Com elas, a página vai ao ar na quarta.',
    'Mandei oito por e-mail, veja se servem.',
  ],
  [
    'Lembrete: a gravação do vídeo é na quinta, às 9h, aí na loja. Tudo certo, {nome}?',
    'Tudo certo! Precisa fechar a loja?',
    'Só o setor da frente, por umas duas horas.',
    'Ok. Quantas pessoas vêm?',
    'Quatro, com equipamento. Uma vaga perto da entrada ajuda bastante.',
    'Reservo duas vagas para vocês.',
  ],
  [
    'Oi, {nome}! O domínio de vocês vence em dez dias. Querem que a gente renove?',
    'Sim, por favor! Por quanto tempo dá?',
    'Dá para renovar de um a dez anos. Recomendamos três.',
    'Pode ser por três anos.',
    'Renovado. O comprovante está no seu e-mail.',
    'Recebi aqui. Menos uma preocupação!',
  ],
  [
    'Boas novas, {nome}: a campanha de matrículas já trouxe 96 visitas agendadas!',
    'Uau, em duas semanas? A secretaria está sentindo mesmo.',
    'Vocês estão dando conta de retornar no mesmo dia?',
    'Quase. À noite acumula um pouco.',
    'Podemos criar uma resposta automática para depois das 18h.',
    'Quero! Me manda uma sugestão de texto?',
  ],
  [
    'Oi, {nome}! Qual das duas paletas vocês preferem: a verde ou a terracota?',
    'Aqui deu empate, acredita?',
    'Acontece! Podemos testar as duas em anúncios por uma semana.',
    'Boa ideia. Quanto custa o teste?',
    'Com R$ 300 já dá para ter uma resposta.',
    'Fechado, podem começar.',
  ],
  [
    'Oi, {nome}! A prova do cardápio chegou da gráfica. Quer ver antes de rodar as 5.000 unidades?',
    'Quero, sim! Posso passar aí às 16h?',
    'Pode. Deixamos separada na recepção.',
    'Conferi: o preço do suco mudou, o resto está ótimo.',
    'Corrigido. A entrega fica para segunda.',
    'Perfeito, a inauguração é na quarta.',
  ],
  [
    'Tudo bem, {nome}? Seu contrato renova no mês que vem. Podemos marcar uma conversa?',
    'Podemos. Quero rever a parte dos relatórios.',
    'Claro! O que faz falta neles hoje?',
    'Comparar com o ano passado, mês a mês.',
    'Isso dá para incluir já no próximo, sem custo.',
    'Ótimo! Que tal quarta, às 14h?',
  ],
] as const;

/** The agency's last message is not delivered. */
export const undeliveredDialogue = [
  'Oi! Estou trocando de operadora, este número sai do ar hoje.',
  'Que bom que avisou, {nome}! Já tem o número novo?',
  'Ainda não. Assim que tiver eu mando.',
  'Combinado! Só para confirmar: a reunião de sexta está mantida, às 10h.',
] as const;

/** Internal notes of the team. */
export const conversationNotes = [
  'Prefere mensagem de texto; não atende ligação pela manhã.',
  'Confirmar o prazo com a criação antes de responder.',
  'Cliente antigo: o desconto combinado vale até o fim do contrato.',
] as const;

/** In a gateway's wording. */
export const failure = 'number: the network has no account with this number';

export const receivingHooks = [
  'Formulário do site',
  'Anúncios de cadastro',
  'Chat do site',
] as const;
export const deliveringHooks = [
  'Integração com o ERP',
  'Painel de indicadores',
  'Avisos da equipe',
] as const;

/** Approvers at the clients. */
export const approvers = [
  'Joana Prado',
  'Renato Vilela',
  'Cíntia Amaral',
  'Otávio Braga',
  'Lúcia Fontes',
] as const;

/** Changes that clients request. */
export const wantedChanges = [
  'Gostamos! Só trocar a foto da capa: essa é da coleção antiga.',
  'O desconto é de 15 %, não 20 %. O resto está aprovado por nós.',
  'Podemos incluir o Instagram? É onde está o nosso público.',
  'O prazo ficou curto. Dá para começar uma semana depois?',
] as const;
