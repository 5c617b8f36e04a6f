import { expect, test } from 'vitest';
import { alarmKindNames, kindSpec } from '#shared/domain/alarm-kinds.ts';
import { wordParts } from './index.ts';

type Tree = { [key: string]: string | Tree };

/** Every text by its dotted key. */
function sentences(tree: Tree, prefix = ''): Map<string, string> {
  return new Map(
    Object.entries(tree).flatMap(([key, value]) =>
      typeof value === 'string'
        ? [[prefix + key, value] as const]
        : [...sentences(value, `${prefix}${key}.`)],
    ),
  );
}

const slotsOf = (sentence: string) =>
  Array.from(sentence.matchAll(/{{(\w+)(?:, number)?}}/g), ([, slot]) => slot).sort();

for (const part of ['core', 'app'] as const) {
  const load = async (language: 'zh' | 'en') => sentences((await wordParts[part][language]()) as Tree);

  test(`Chinese and English have the same keys in ${part}`, async () => {
    const [zh, en] = await Promise.all([load('zh'), load('en')]);
    expect([...en.keys()].sort()).toEqual([...zh.keys()].sort());
  });

  test(`both languages fill the same slots in ${part}`, async () => {
    const [zh, en] = await Promise.all([load('zh'), load('en')]);
    const differing = [...zh].filter(
      ([key, sentence]) => String(slotsOf(sentence)) !== String(slotsOf(en.get(key) ?? '')),
    );
    expect(differing).toEqual([]);
  });

  test(`nothing in ${part} is left empty or untranslated`, async () => {
    const [zh, en] = await Promise.all([load('zh'), load('en')]);
    expect([...zh, ...en].filter(([, sentence]) => sentence === '')).toEqual([]);
    // A language's name is always written in that language.
    const chinese = [...en].filter(
      ([key, sentence]) => /[\u4e00-\u9fff]/.test(sentence) && key !== 'common.language_zh',
    );
    expect(chinese).toEqual([]);
  });
}

/** Terms that the glossary replaces. */
const avoided = {
  en: [
    /\bframes?\b/i,
    /\bjudged\b/i,
    /\bupkeep\b/i,
    /\bknock/i,
    /\banew\b/i,
    /\btoo little data\b/i,
    /\bgood rate\b/i,
    /\bkept reports?\b/i,
    /\btries left\b/i,
    /^(Who|Whose|Whoever|Whatever) /,
  ],
  zh: [/按导入格式/, /解析粘贴/, /代表整个小时/, /保留的报表/, /未注册设备/],
};

test.each(['zh', 'en'] as const)('things are called as the glossary calls them: %s', async (language) => {
  const [core, app] = await Promise.all([wordParts.core[language](), wordParts.app[language]()]);
  const all = [...sentences(core as Tree), ...sentences(app as Tree)];
  expect(all.filter(([, sentence]) => avoided[language].some((term) => term.test(sentence)))).toEqual([]);
});

test('the two parts of the words do not overwrite one another', async () => {
  const [core, app] = await Promise.all([wordParts.core.zh(), wordParts.app.zh()]);
  expect(Object.keys(app).filter((key) => key in core)).toEqual([]);
});

test('each kind of alarm and each of its parameters has a name', async () => {
  const words = sentences((await wordParts.app.zh()) as Tree);
  const wanted = alarmKindNames.flatMap((kind) => [
    `alarmLog.kind_${kind}`,
    `alarmKindSettings.about_${kind}`,
    ...Object.entries(kindSpec(kind).params).flatMap(([param, { unit }]) => [
      `alarmKindSettings.param_${kind}_${param}`,
      `alarmKindSettings.unit_${unit}`,
    ]),
  ]);
  expect(wanted.filter((key) => !words.has(key))).toEqual([]);
});
