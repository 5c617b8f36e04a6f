import { customPinyin, pinyin } from 'pinyin-pro';

/** Characters with a different reading in place names. */
customPinyin({
  都: 'dū',
  闵行: 'mǐn háng',
  乐清: 'yuè qīng',
  乐陵: 'lào líng',
  乐亭: 'lào tíng',
  民乐: 'mín lè',
  蔚县: 'yù xiàn',
  涡阳: 'guō yáng',
  歙县: 'shè xiàn',
  尉犁: 'yù lí',
  单县: 'shàn xiàn',
  泌阳: 'bì yáng',
  浚县: 'xùn xiàn',
  洪洞: 'hóng tóng',
  繁峙: 'fán shì',
  什邡: 'shí fāng',
  筠连: 'jūn lián',
  曾都: 'zēng dū',
  大埔: 'dà bù',
  大箐山: 'dà qìng shān',
});

/** Names that are not spelled by pinyin, and provinces, whose short form is shown. */
const known: Record<string, string> = {
  内蒙古: 'Inner Mongolia',
  西藏: 'Xizang',
  陕西: 'Shaanxi',
  香港: 'Hong Kong',
  澳门: 'Macao',
  台湾: 'Taiwan',
  重庆: 'Chongqing',
  呼和浩特: 'Hohhot',
  包头: 'Baotou',
  鄂尔多斯: 'Ordos',
  呼伦贝尔: 'Hulunbuir',
  锡林郭勒: 'Xilingol',
  乌兰察布: 'Ulanqab',
  巴彦淖尔: 'Bayannur',
  阿拉善: 'Alxa',
  兴安: 'Hinggan',
  哈尔滨: 'Harbin',
  齐齐哈尔: 'Qiqihar',
  乌鲁木齐: 'Urumqi',
  克拉玛依: 'Karamay',
  吐鲁番: 'Turpan',
  哈密: 'Hami',
  喀什: 'Kashgar',
  和田: 'Hotan',
  阿克苏: 'Aksu',
  伊犁: 'Ili',
  塔城: 'Tacheng',
  阿勒泰: 'Altay',
  巴音郭楞: 'Bayingolin',
  博尔塔拉: 'Bortala',
  昌吉: 'Changji',
  克孜勒苏: 'Kizilsu',
  石河子: 'Shihezi',
  拉萨: 'Lhasa',
  日喀则: 'Xigaze',
  昌都: 'Qamdo',
  林芝: 'Nyingchi',
  山南: 'Shannan',
  那曲: 'Nagqu',
  阿里: 'Ngari',
  厦门: 'Xiamen',
  // Entries of the national list between a province and counties that belong to no city.
  省直辖县级行政区划: 'Directly administered',
  自治区直辖县级行政区划: 'Directly administered',
  县: 'Counties',
  // Areas with an official English name, or whose kind is not at the end of the name; by their full names.
  中西区: 'Central and Western',
  湾仔区: 'Wan Chai',
  油尖旺区: 'Yau Tsim Mong',
  深水埗区: 'Sham Shui Po',
  九龙城区: 'Kowloon City',
  黄大仙区: 'Wong Tai Sin',
  观塘区: 'Kwun Tong',
  荃湾区: 'Tsuen Wan',
  屯门区: 'Tuen Mun',
  元朗区: 'Yuen Long',
  大埔区: 'Tai Po',
  西贡区: 'Sai Kung',
  沙田区: 'Sha Tin',
  葵青区: 'Kwai Tsing',
  离岛区: 'Islands',
  花地玛堂区: 'Nossa Senhora de Fátima',
  花王堂区: 'Santo António',
  望德堂区: 'São Lázaro',
  大堂区: 'Sé',
  风顺堂区: 'São Lourenço',
  嘉模堂区: 'Nossa Senhora do Carmo',
  路凼填海区: 'Cotai',
  圣方济各堂区: 'São Francisco Xavier',
  东乡族自治县: 'Dongxiang',
  察布查尔锡伯自治县: 'Qapqal',
  和布克赛尔蒙古自治县: 'Hoboksar',
  梅里斯达斡尔族区: 'Meilisi',
  六枝特区: 'Liuzhi',
  海西蒙古族藏族自治州直辖: 'Haixi',
};

const peoples =
  '蒙古族|回族|藏族|维吾尔|苗族|彝族|壮族|布依族|朝鲜族|满族|侗族|瑶族|白族|土家族|哈尼族|哈萨克|傣族|黎族|傈僳族|佤族|畲族|高山族|拉祜族|水族|东乡族|纳西族|景颇族|柯尔克孜|土族|达斡尔族|仫佬族|羌族|布朗族|撒拉族|毛南族|仡佬族|锡伯族|普米族|塔吉克|怒族|鄂温克族|裕固族|独龙族|保安族|各族|壮|回';
const ending = new RegExp(
  `(?:(?:${peoples})+自治(?:区|州|县|旗)|蒙古自治州|特别行政区|自治区|自治州|自治县|自治旗|地区|林区|矿区|新区|[省市盟县区旗])$`,
);

/** A division's name without its kind: 南京市 → 南京, 碑林区 → 碑林. Names of one character keep it: 忻县, 城区. */
export function shortName(name: string): string {
  return [name.replace(ending, ''), name.slice(0, -1)].find((stem) => stem.length >= 2) ?? name;
}

/** Name on the map: 南京市 → Nanjing. */
export function englishName(name: string): string {
  const stem = shortName(name);
  return capital(known[name] ?? known[stem] ?? sound(stem));
}

/** A name as one word in pinyin: 解放 → Jiefang. */
export function spelled(name: string): string {
  return capital(known[name] ?? sound(name));
}

function sound(name: string): string {
  return joined(pinyin(name, { toneType: 'none', type: 'array' }));
}

function capital(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1).replaceAll('ü', 'u');
}

/** Xi'an, not Xian: an apostrophe before a syllable that begins with a vowel. */
function joined(syllables: readonly string[]): string {
  return syllables
    .map((syllable, i) => (i > 0 && /^[aeo]/.test(syllable) ? `'${syllable}` : syllable))
    .join('');
}

const kinds: Record<string, string> = { 区: 'District', 县: 'County', 市: 'City', 旗: 'Banner' };
const found = new Map<string, string>();

/**
 * English name of a province, city or area. Areas keep their kind to be distinguishable: 长沙县 is in 长沙市, and next to 井陉县
 * there is a 井陉矿区.
 */
export function englishPlace(name: string, level: 'province' | 'city' | 'area'): string {
  const known = found.get(`${level} ${name}`);
  if (known !== undefined) return known;
  // The only city with the same name as its province.
  const isNamedAlike = level === 'city' && name === '吉林市';
  const isBare = !isNamedAlike && (level !== 'area' || shortName(name) === name);
  const place = [englishName(name), isBare ? undefined : kinds[name.slice(-1)]].filter(Boolean).join(' ');
  found.set(`${level} ${name}`, place);
  return place;
}
