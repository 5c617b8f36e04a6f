import { beforeAll, describe, expect, test } from 'vitest';
import { commands } from '#protocol/commands.ts';
import type { Deviation } from '#protocol/frame.ts';
import { encodePacket } from '#protocol/packet.ts';
import {
  dataFlags,
  executionResults,
  facilityStates,
  informationCodes,
  requestAnswers,
  systems,
} from '#protocol/tables.ts';
import { sql } from '#server/db/sql.ts';
import { decoding, type Explained, packets } from '#shared/contract/packets/packets.ts';
import { informationValueWord, informationWord } from '#shared/domain/information.ts';
import { type Client, type TestApp, testApp } from '#test/helpers/app.ts';
import { makeRole, makeUser } from '#test/helpers/people.ts';
import { upload } from '#test/helpers/upload.ts';
import { both } from './explain.ts';

let app: TestApp;
let admin: Client;
let site_id = 0;
beforeAll(async () => {
  app = await testApp();
  admin = await app.login('admin');
  const row = await app.db.one<{ site_id: number }>(sql`
    insert into site (mn, site_name, agreement_id)
    select '010000A8900016F000169DC0', '历下站', agreement_id from agreement where edition = '2017' and label = 'end'
    returning site_id`);
  site_id = row?.site_id ?? 0;
  await app.db.run(sql`
    insert into device_factor (site_id, component_id, k, b) select ${site_id}, component_id, 2, 1
      from component where component_key = 'pm25'`);
});

const decode = (raw: string, client = admin) => client.send(decoding.decode, { raw });
const field = (explained: Explained, name: string) =>
  [...explained.header, ...explained.groups.flat()].find((one) => one.name === name);
const live =
  '##0171QN=20240601120500123;ST=22;CN=2011;PW=123456;MN=010000A8900016F000169DC0;Flag=5;CP=&&DataTime=20240601120500;a34004-Rtd=35.2,a34004-Flag=N;a21005-Rtd=0.612,a21005-Flag=D&&';

describe('a pasted packet', () => {
  test('is explained field by field in both languages', async () => {
    const explained = await decode(
      '##0171QN=20240601120500123;ST=22;CN=2011;PW=123456;MN=010000A8900016F000169DC0;Flag=5;CP=&&DataTime=20240601120500;a34004-Rtd=35.2,a34004-Flag=N;a21005-Rtd=0.612,a21005-Flag=N&&B2C1',
    );
    expect(explained).toMatchObject({
      verdict: 'ok',
      deviations: [],
      edition: '2017',
      encoding: 'ascii',
      declared_length: 171,
      actual_length: 171,
      crc_given: 'B2C1',
      crc_calculated: 'B2C1',
      site: { site_id, site_name: '历下站' },
      data_ts: '2024-06-01T04:05:00.000Z',
    });
    expect(field(explained, 'QN')?.meaning?.en).toBe('2024-06-01 12:05:00.123');
    expect(field(explained, 'ST')?.meaning).toEqual({ zh: '空气质量监测', en: 'Ambient air quality' });
    expect(field(explained, 'CN')).toMatchObject({
      label: { en: 'Command code' },
      meaning: { zh: '实时数据' },
    });
    expect(field(explained, 'MN')?.meaning).toEqual({ zh: '历下站', en: 'Lixia Station' });
    expect(field(explained, 'Flag')?.meaning).toEqual({
      zh: 'HJ 212-2017 · 需要应答',
      en: 'HJ 212-2017 · Answer required',
    });
    expect(field(explained, 'a34004-Rtd')).toMatchObject({
      value: '35.2',
      subject: { zh: '细颗粒物', en: 'PM2.5' },
      label: { zh: '实时值', en: 'Real-time value' },
      meaning: null,
    });
    expect(field(explained, 'a34004-Flag')?.meaning).toEqual({ zh: '正常', en: 'Normal' });
  });

  test('shows its values as they are stored: mapped, corrected, with units', async () => {
    const { readings } = await decode(`${live}0000`);
    expect(readings).toMatchObject([
      { wire_code: 'a34004', component_name_en: 'PM2.5', unit: 'µg/m³', value: 71.4, flag: 'N' },
      { wire_code: 'a21005', component_name_en: 'Carbon monoxide', unit: 'mg/m³', value: 0.612, flag: 'D' },
    ]);
  });

  test('tells what is wrong with it, and why', async () => {
    const explained = await decode(`${live}ffff`);
    expect(explained).toMatchObject({ verdict: 'bad_crc', crc_given: 'ffff' });
    // A length field that is too short, with the CRC of the actual length.
    const short = await decode(`##17${live.slice(6)}${explained.crc_calculated}`);
    expect(short.deviations.map(({ deviation }) => deviation)).toEqual([
      'wrong_length',
      'short_length_field',
    ]);
    expect(short.deviations.every(({ meaning }) => meaning?.zh && meaning.en)).toBe(true);
    expect(short.declared_length).not.toBe(short.actual_length);
  });

  test('has every field explained, however odd, and the frame behind it too', async () => {
    const odd =
      'QN=20240601120500123;ST=22;CN=2011;PW=1;MN=010000A8900016F000169DC0;FLAG=x;XX=9;CP=&&DataTime=20240601120500;lng=119.9;a34002-Rtd=5,Flag=D&&';
    const frame = `##${String(odd.length).padStart(4, '0')}${odd}0000`;
    const explained = await decode(`${frame}${live}0000`);
    expect(explained.text).toBe(frame);
    expect(explained.further).toMatchObject([{ text: `${live}0000`, readings: [{ value: 71.4 }, {}] }]);
    const lines = await decode(`${live}0000\n${live}0000`);
    expect([lines, ...lines.further].map(({ deviations }) => deviations)).toEqual([[], []]);
    expect(explained.header.map(({ name, value }) => `${name}=${value}`).slice(-2)).toEqual([
      'FLAG=x',
      'XX=9',
    ]);
    expect(field(explained, 'FLAG')).toMatchObject({ label: { en: 'Split and answer flag' }, meaning: null });
    expect(field(explained, 'XX')).toMatchObject({ label: null, meaning: null });
    expect(field(explained, 'lng')?.subject?.en).toBe('Longitude');
    expect(field(explained, 'Flag')).toMatchObject({
      label: { zh: '数据标记' },
      meaning: { zh: '仪器故障' },
    });
    expect(explained.readings).toMatchObject([
      { wire_code: 'a34002', value: 5, flag: 'D' },
      { wire_code: 'lng', value: 119.9 },
    ]);
  });

  test('labelled by its end is stored by its start', async () => {
    const hour =
      'QN=20240601121000500;ST=22;CN=2061;PW=123456;MN=010000A8900016F000169DC0;Flag=5;CP=&&DataTime=20240601080000;a34002-Min=30,a34002-Avg=35,a34002-Max=41,a34002-Flag=N&&';
    const explained = await decode(`##${String(hour.length).padStart(4, '0')}${hour}0000`);
    expect(explained.data_ts).toBe('2024-05-31T23:00:00.000Z');
    expect(explained.readings).toMatchObject([{ value: 35, min: 30, max: 41 }]);
  });

  test('of answers, information and facilities has its codes explained', async () => {
    const packet = (cn: string, name: string, value: string, more: { name: string; value: string }[] = []) =>
      decode(
        Buffer.from(
          encodePacket({
            qn: '20240601120000001',
            st: '91',
            cn,
            pw: '1',
            mn: 'M',
            flag: 4,
            cp: [...more.map((item) => [item]), [{ name, value }]],
          }),
        ).toString(),
      );
    expect(field(await packet('9011', 'QnRtn', '3'), 'QnRtn')?.meaning?.en).toBe('Wrong PW');
    expect(field(await packet('9012', 'ExeRtn', '100'), 'ExeRtn')?.meaning?.en).toBe('No data');
    expect(field(await packet('2021', 'SB1-RS', '4'), 'SB1-RS')?.meaning?.en).toBe('Alarm');
    const info = await packet('3020', 'i12001-Info', '2', [{ name: 'PolId', value: 'w21003' }]);
    expect(field(info, 'i12001-Info')).toMatchObject({
      subject: { en: 'Instrument state' },
      meaning: { zh: '故障' },
    });
    expect(field(info, 'PolId')?.meaning?.zh).toBe('氨氮');
  });

  test('of a stranger is read by the edition that it speaks', async () => {
    const old = await decode(
      '##0107ST=22;CN=2011;PW=123456;MN=88888880000001;CP=&&DataTime=20040516021000;B01-Rtd=100;101-Rtd=1.1,101-Flag=N&&8201',
    );
    expect(old).toMatchObject({ edition: '2005', site: null, verdict: 'ok', accepted: false });
    // An unknown device is the reason only if the packet is valid.
    expect(old.unstored).toBe('stranger');
    expect((await decode(`${live.replace('0A8', '0A9')}0000`)).unstored).toBe('verdict');
    const water = encodePacket({
      qn: '1',
      st: '21',
      cn: '1014',
      pw: '',
      mn: 'A140100_2006',
      flag: 9,
      cp: [],
    });
    const explained = await decode(Buffer.from(water).toString());
    expect(explained.edition).toBe('water');
    expect(field(explained, 'CN')?.meaning?.en).toBe('Read logger time');
  });

  test('is said not to be stored where its time is of no use', async () => {
    const timed = async (time: string) => {
      const right = Buffer.from(upload('010000A8900016F000169DC0', '2011', time, { a34002: 5 })).toString();
      return (await decode(right)).unstored;
    };
    expect(await timed('20240601120500')).toBeNull();
    expect(await timed('20990601120500')).toBe('time');
    expect(await timed('20241301120500')).toBe('time');
  });

  test('of a check has no values that would be stored: they are not the water’s', async () => {
    const check = upload('010000A8900016F000169DC0', '2062', '20240601080000', { w21003: 0.51 });
    expect(await decode(Buffer.from(check).toString())).toMatchObject({ readings: [], unstored: null });
  });

  test('that is none is said to be none', async () => {
    expect(await decode('hello')).toMatchObject({
      verdict: 'malformed',
      header: [],
      readings: [],
      text: 'hello',
    });
    expect((await admin.raw(decoding.decode.path, { raw: '' })).envelope.code).toBe(400);
  });
});

describe('a protocol that is being drawn up', () => {
  const codes = [
    { wire_code: 'T', component_id: 1, scale: 0.1, shift: -40 },
    { wire_code: 'H', component_id: 2 },
  ];
  const segment =
    'QN=20240601120000500;ST=22;CN=2061;PW=1;MN=010000A8900016F000169DC0;Flag=5;CP=&&DataTime=20240601080000;T-Avg=500;H-Avg=-9999;a21026-Avg=8&&';
  const raw = `##${String(segment.length).padStart(4, '0')}${segment}0000`;
  const tryWith = (agreement: object) => admin.send(decoding.decode, { raw, agreement });

  test('reads a packet by its own code map, labels and missing values, whoever sent it', async () => {
    const explained = await tryWith({ label: 'end', sentinels: [-9999], codes });
    expect(explained.data_ts).toBe('2024-05-31T23:00:00.000Z');
    expect(explained.readings).toMatchObject([
      { wire_code: 'T', component_id: 1, value: 10 },
      { wire_code: 'H', component_id: 2, value: null },
      { wire_code: 'a21026', value: 8 },
    ]);
    expect((await tryWith({})).readings[0]).toMatchObject({ wire_code: 'T', component_id: null });
  });

  test('says whether it would take the packet', async () => {
    expect(await tryWith({})).toMatchObject({ verdict: 'bad_crc', accepted: false });
    expect(await tryWith({ crc_mode: 'none' })).toMatchObject({ verdict: 'bad_crc', accepted: true });
  });
});

describe('a stored packet', () => {
  test('is explained with what was found when it came', async () => {
    await app.app.series.append({
      readings: [],
      packets: [
        {
          received_at: new Date('2026-11-15T01:00:00Z'),
          outgoing: false,
          site_id,
          mn: '010000A8900016F000169DC0',
          st: '22',
          cn: '2011',
          qn: '',
          verdict: 'ok',
          deviations: ['no_crlf'],
          raw: Buffer.from(`${live}0000`),
          remote: '',
        },
      ],
    });
    const [row] = (await admin.send(packets.list, {})).data_info;
    const key = { packet_id: row?.packet_id ?? 0, received_at: row?.received_at ?? '' };
    const explained = await admin.send(decoding.decode, key);
    expect(explained.verdict).toBe('ok');
    expect(explained.deviations).toContainEqual({
      deviation: 'no_crlf',
      meaning: { zh: '帧尾没有回车换行', en: 'The packet does not end with CR LF' },
    });
    await expect(admin.send(decoding.decode, { ...key, packet_id: 98_765 })).rejects.toMatchObject({
      envelope: { code: 10 },
    });

    const other = await makeUser(app.db, await makeRole(app.db, ['packet.read']));
    const client = await app.login(other.account);
    await expect(client.send(decoding.decode, key)).rejects.toMatchObject({ envelope: { code: 10 } });
    // Users may decode packets that they paste, but do not learn which site they belong to.
    const pasted = await decode(`${live}0000`, client);
    expect(pasted).toMatchObject({ site: null, readings: [{ value: 35.2 }, {}] });
    expect(field(pasted, 'PW')?.value).toBe('******');
    expect(pasted.text).not.toContain('123456');
  });
});

describe('words', () => {
  /** Typed as complete: a new deviation does not compile until it is added here. */
  const deviations: Record<Deviation | 'wrong_pw' | 'future_time' | 'too_old' | 'tolerated', true> = {
    no_frame: true,
    junk_before: true,
    junk_after: true,
    odd_crc: true,
    glued: true,
    unknown_version: true,
    odd_cn: true,
    text_behind_cp: true,
    unknown_field: true,
    repeated_field: true,
    odd_parts: true,
    odd_rf: true,
    odd_time: true,
    loose_item: true,
    foreign_suffix: true,
    tolerated: true,
    wrong_length: true,
    short_length_field: true,
    lower_case_crc: true,
    crc_missing: true,
    crc_modbus: true,
    crc_modbus_swapped: true,
    over_1024: true,
    no_crlf: true,
    trailing_marks: true,
    expired: true,
    no_qn: true,
    odd_qn: true,
    no_flag: true,
    odd_flag: true,
    no_st: true,
    no_pw: true,
    no_mn: true,
    no_cn: true,
    no_cp: true,
    cp_not_closed: true,
    cp_over_limit: true,
    header_case: true,
    header_order: true,
    split_bit_without_pnum: true,
    pnum_without_split_bit: true,
    empty_tokens: true,
    odd_separator: true,
    text_not_closed: true,
    not_utf8: true,
    bad_text: true,
    odd_data_time: true,
    no_data_time: true,
    loose_flag: true,
    suffix_case: true,
    unknown_suffix: true,
    unknown_flag: true,
    not_a_number: true,
    repeated_item: true,
    spaces: true,
    wrong_pw: true,
    future_time: true,
    too_old: true,
  };

  test('exist for everything that the tables of the codec name', () => {
    const keys = [
      ...Object.keys(deviations).map((deviation) => `wire.deviation_${deviation}`),
      ...commands.map(({ key }) => `wire.cn_${key}`),
      ...systems.map((st) => `wire.st_${st}`),
      ...dataFlags.map((flag) => `wire.flag_${flag}`),
      ...Object.values(requestAnswers).map((answer) => `wire.qn_rtn_${answer}`),
      ...Object.values(executionResults).map((result) => `wire.exe_rtn_${result}`),
      ...informationCodes.map(informationWord),
      ...facilityStates.map((_state, at) => informationValueWord('RS', String(at), '2017')),
    ];
    expect(keys.filter((key) => !both(key))).toEqual([]);
  });

  test('for states follow the profile', () => {
    expect(both(informationValueWord('i12001', '3', '2017'))?.en).toBe('Calibrating');
    expect(both(informationValueWord('i12001', '3', 'water'))?.en).toBe('Zero check');
    expect(both(informationValueWord('i13008', '1.05', '2017'))).toBeNull();
  });
});
