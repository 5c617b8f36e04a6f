import type { Difficulty, QuestionKind } from '#shared/domain/question.ts';

interface DemoQuestion {
  kind: QuestionKind;
  question_title: string;
  options?: string[];
  answers: string[];
  tolerance?: number;
  topics: string[];
  difficulty: Difficulty;
  explanation: string;
}

/** The demo's question bank: basic knowledge for station operators. */
export const demoQuestions: readonly DemoQuestion[] = [
  {
    ...{ kind: 'single', difficulty: 'easy', topics: ['反控与校准'], answers: ['B'] },
    question_title: '修改监测仪器的斜率 K 和截距 B 之前，应当先做什么？',
    options: ['直接下发新值', '确认原因并记录，读取当前值', '关闭数据上传', '删除当天数据'],
    explanation: '先读取设备当前的 K、B 值并写明原因，出错时才能一键恢复。',
  },
  {
    ...{
      kind: 'multiple',
      difficulty: 'medium',
      topics: ['反控与校准', '质量控制'],
      answers: ['A', 'C', 'D'],
    },
    question_title: '下列哪些情况需要对气态污染物分析仪重新做跨度校准？',
    options: ['更换关键部件后', '站房打扫卫生后', '跨度检查超出允许范围', '仪器维修后'],
    explanation: '更换部件、维修之后以及跨度检查超差时都要重新校准。',
  },
  {
    ...{ kind: 'judge', difficulty: 'easy', topics: ['反控与校准'], answers: ['false'] },
    question_title: '设备离线时下发的反控指令会立即失败，不会排队等待。',
    explanation: '指令会排队，设备在期限内上线后执行，超过期限才算超时。',
  },
  {
    ...{ kind: 'number', difficulty: 'medium', topics: ['反控与校准'], answers: ['52'], tolerance: 0.5 },
    question_title: '仪器原始值为 50，K = 1.02，B = 1，修正后的值是多少？（y = Kx + B）',
    explanation: '1.02 × 50 + 1 = 52。',
  },
  {
    ...{ kind: 'fill', difficulty: 'easy', topics: ['通信协议'], answers: ['MN', 'MN号'] },
    question_title: 'HJ 212 报文中，用来唯一标识监测设备的字段是____。',
    explanation: 'MN 是设备唯一标识，平台按它找到站点。',
  },
  {
    ...{ kind: 'single', difficulty: 'medium', topics: ['通信协议'], answers: ['C'] },
    question_title: 'HJ 212 中，上传小时数据的命令编码 CN 是哪一个？',
    options: ['2011', '2051', '2061', '2031'],
    explanation: '2011 实时数据，2051 分钟数据，2061 小时数据，2031 日数据。',
  },
  {
    ...{ kind: 'single', difficulty: 'easy', topics: ['空气质量'], answers: ['D'] },
    question_title: 'AQI 在 201～300 之间属于哪一级？',
    options: ['轻度污染', '中度污染', '严重污染', '重度污染'],
    explanation: '201～300 为五级，重度污染。',
  },
  {
    ...{ kind: 'multiple', difficulty: 'easy', topics: ['空气质量'], answers: ['A', 'B', 'D'] },
    question_title: '下列哪些是参与 AQI 评价的污染物？',
    options: ['PM₂.₅', '臭氧', '二氧化碳', '二氧化硫'],
    explanation: '参与评价的是 SO₂、NO₂、CO、O₃、PM₁₀ 和 PM₂.₅。',
  },
  {
    ...{ kind: 'judge', difficulty: 'medium', topics: ['空气质量'], answers: ['true'] },
    question_title: '一天中有效小时不足 20 个时，PM₂.₅ 的日均值不参与评价。',
    explanation: '每日至少要有 20 个有效小时平均浓度。',
  },
  {
    ...{ kind: 'number', difficulty: 'hard', topics: ['质量控制'], answers: ['4'], tolerance: 0.05 },
    question_title: '标准气浓度 100，仪器示值 104，示值误差为百分之多少？',
    explanation: '(104 − 100) ÷ 100 = 4%。',
  },
  {
    ...{ kind: 'fill', difficulty: 'medium', topics: ['质量控制'], answers: ['零气', '零空气'] },
    question_title: '做零点检查时，通入分析仪的是____。',
    explanation: '零点检查用不含待测组分的零气。',
  },
  {
    ...{ kind: 'judge', difficulty: 'easy', topics: ['运维安全'], answers: ['true'] },
    question_title: '登高作业必须有人监护，并佩戴安全带。',
    explanation: '两米及以上为高处作业，必须有监护人和安全带。',
  },
];
