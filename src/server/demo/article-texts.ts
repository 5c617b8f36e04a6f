/** Types of the demo's articles, parents first. */
export const demoTypes: readonly { name: string; parent?: string }[] = [
  { name: '运维规程' },
  { name: '空气站', parent: '运维规程' },
  { name: '水质站', parent: '运维规程' },
  { name: '标准解读' },
  { name: '平台使用' },
  { name: '案例分析' },
];

interface DemoArticle {
  title: string;
  type: string;
  html: string;
  comments: readonly string[];
  state: 'published' | 'awaiting';
}

export const demoArticles: readonly DemoArticle[] = [
  {
    title: '臭氧分析仪日常维护要点',
    type: '空气站',
    state: 'published',
    html: `<p>紫外光度法臭氧分析仪的故障多数出在气路和光路。按周、月、季三个周期做好维护，可以避免大部分无效数据。</p>
<h2>每周</h2><ul><li><p>检查采样流量，应在 0.8 ± 0.1 L/min；偏低时先查采样滤膜。</p></li><li><p>更换颗粒物滤膜，佩戴无粉手套。</p></li><li><p>做一次零点和跨度检查，零点漂移超过 ±5 ppb 时校准。</p></li></ul>
<h2>每月与每季</h2><table><tbody><tr><th><p>项目</p></th><th><p>周期</p></th><th><p>判定</p></th></tr><tr><td><p>多点线性检查</p></td><td><p>每季</p></td><td><p>R² ≥ 0.999</p></td></tr><tr><td><p>采样管路清洗</p></td><td><p>每季</p></td><td><p>无积尘、无冷凝水</p></td></tr><tr><td><p>臭氧去除器更换</p></td><td><p>每年</p></td><td><p>去除效率 ≥ 99%</p></td></tr></tbody></table>
<h2>常见问题</h2><p><strong>读数缓慢下降：</strong>紫外灯老化，灯强低于标称值 60% 时更换。<strong>零点偏高：</strong>臭氧去除器失效或光池污染。</p>
<blockquote><p>维护期间先在平台登记维护时段，数据会自动打上维护标记，不参与评价。</p></blockquote>`,
    comments: [
      '滤膜更换后建议等 30 分钟再做零点检查，数据更稳。',
      '我们站夏季湿度大，管路加热温度调到 40℃ 以后冷凝水就没有了。',
    ],
  },
  {
    title: 'PM₂.₅ 自动监测仪切割器清洗步骤',
    type: '空气站',
    state: 'published',
    html: `<p>切割器积尘会使 PM₂.₅ 读数偏高。按 HJ 653 的要求，一般每月清洗一次，重污染过程之后加洗一次。</p>
<ol><li><p>在平台登记维护时段，停泵。</p></li><li><p>取下切割器，依次拆开，记下各部件的位置。</p></li><li><p>用无水乙醇和无尘布擦洗喷嘴和收集杯，自然晾干。</p></li><li><p>装回并做气密性检查，泄漏量小于 1.0 L/min。</p></li><li><p>恢复采样，校核流量 16.7 L/min，偏差不超过 ±5%。</p></li></ol>
<p>清洗后 2 小时内的小时值建议人工复核后再参与评价。</p>`,
    comments: ['气密性检查不过多半是 O 形圈没放平。'],
  },
  {
    title: '水质自动站试剂管理与更换',
    type: '水质站',
    state: 'published',
    html: `<p>高锰酸盐指数、氨氮和总磷分析仪的试剂有效期不同，换错或过期会直接造成数据失真。</p><h2>有效期</h2><table><tbody><tr><th><p>分析仪</p></th><th><p>试剂</p></th><th><p>有效期</p></th></tr><tr><td><p>氨氮</p></td><td><p>水杨酸显色剂</p></td><td><p>30 天，避光</p></td></tr><tr><td><p>总磷</p></td><td><p>钼酸铵</p></td><td><p>60 天</p></td></tr><tr><td><p>高锰酸盐指数</p></td><td><p>高锰酸钾标准液</p></td><td><p>15 天，棕色瓶</p></td></tr></tbody></table><p>更换后必须做一次标准样品核查，相对误差不超过 ±10% 方可恢复上报。</p>`,
    comments: ['更换试剂的照片可以直接传到工单里，审核时很方便。'],
  },
  {
    title: 'HJ 212-2017 报文结构入门',
    type: '标准解读',
    state: 'published',
    html: `<p>数采仪与平台之间的每一条报文由包头、长度、数据段、CRC 和包尾组成：</p><pre><code>##0136QN=20261117080000001;ST=22;CN=2061;PW=123456;MN=…;Flag=5;CP=&amp;&amp;DataTime=20261117070000;a34004-Avg=35,a34004-Flag=N&amp;&amp;C5A1</code></pre><ul><li><p><strong>QN</strong>：请求编号，精确到毫秒，应答时原样带回。</p></li><li><p><strong>ST</strong>：系统编码，22 为空气质量监测，21 为地表水。</p></li><li><p><strong>CN</strong>：命令编码，2011 实时、2051 分钟、2061 小时、2031 日数据。</p></li><li><p><strong>Flag</strong>：末位为 1 时要求应答。</p></li></ul><p>可以在“实验室”里用自己的虚拟站点发送报文，观察平台如何逐步处理。</p>`,
    comments: [
      'CRC 是对数据段计算的，不含包头和长度，刚开始容易弄错。',
      '实验室的“报文截断”示例很适合新人练习。',
    ],
  },
  {
    title: '小时值有效性判定：为什么这个小时是无效的',
    type: '标准解读',
    state: 'published',
    html: `<p>按 HJ 663 和 GB 3095 的要求，一小时内至少有 45 分钟的有效采样，该小时平均值才有效。</p><p>常见的无效原因：维护或校准标记占用时间过长；掉线后未补传；连续恒值被判为异常。</p><p>在历史数据页点击数值，可以看到这个小时的计算依据和被排除的分钟。</p>`,
    comments: [],
  },
  {
    title: '如何用平台发现并补传缺失数据',
    type: '平台使用',
    state: 'published',
    html: `<p>打开“数据补传”，选择站点和时间，缺口会按日历显示。点击一个缺口即可向设备请求补传，进度实时更新。</p><p>站点较多时建议开启<strong>自动补传</strong>：平台按设定的回看天数定时检查，发现缺口自动请求，多次失败后停止并提醒。</p>`,
    comments: ['自动补传的回看天数我们设 7 天，基本不用人工处理了。'],
  },
  {
    title: '案例：一次 NO₂ 持续偏高的排查过程',
    type: '案例分析',
    state: 'awaiting',
    html: '<p>某站 NO₂ 连续三天比邻近站点高 40% 左右，风向变化后仍不回落，初步判断为仪器原因。现场检查发现钼转换炉温度偏低，转换效率只有 88%。更换加热组件并做多点校准后恢复正常。</p>',
    comments: [],
  },
];
