import type { Edition } from '#protocol/commands.ts';
import { stamp } from '#server/demo/upload.ts';
import { parseStamp } from './clock.ts';
import { type Execute, exeRtn, plain, within } from './executes.ts';
import { operation, SAMPLING_MS } from './standard-requests.ts';

/** A setting that is written and read by the same name. */
function setting(name: string, isRight: RegExp): Execute {
  return ({ device, value }) => {
    const wanted = value(name);
    if (!isRight.test(wanted)) return exeRtn.condition;
    device.settings.set(name, wanted);
    return exeRtn.done;
  };
}

function settingRead(name: string, usual: string): Execute {
  return ({ device, reply }) => {
    reply([plain(name, device.settings.get(name) ?? usual)]);
    return exeRtn.done;
  };
}

const limitsSet: Execute = ({ device, packet, value }) => {
  const code = /(\w+)-LowValue=/i.exec(packet.cp)?.[1] ?? '';
  const [low, high] = [Number(value(`${code}-LowValue`)), Number(value(`${code}-UpValue`))];
  if (!device.factor(code) || !(low < high)) return exeRtn.condition;
  device.settings.set(`${code}-LowValue`, String(low));
  device.settings.set(`${code}-UpValue`, String(high));
  return exeRtn.done;
};

const limitsRead: Execute = ({ device, value, reply }) => {
  const code = value('PolId');
  const factor = device.factor(code);
  if (!factor) return exeRtn.condition;
  const of = (name: string, usual: number) => ({
    name: `${code}-${name}`,
    value: device.settings.get(`${code}-${name}`) ?? String(usual),
  });
  reply([[of('LowValue', 0), of('UpValue', factor.high)]]);
  return exeRtn.done;
};

/** An operation of the whole station that takes a while. */
function stationWork(text: string): Execute {
  return async ({ device, now, work }) => {
    await work(SAMPLING_MS);
    device.note(now(), '', text);
    return exeRtn.done;
  };
}

const reboot: Execute = ({ afterwards, drop }) => {
  afterwards(() => drop(true));
  return exeRtn.done;
};

const loggerTime: Record<string, Execute> = {
  1014: ({ now, reply }) => {
    reply([plain('SystemTime', stamp(now()))]);
    return exeRtn.done;
  },
  1015: ({ device, value, now }) => {
    const wanted = parseStamp(value('SystemTime'));
    if (Number.isNaN(wanted)) return exeRtn.condition;
    device.clockOff += wanted - now();
    return exeRtn.done;
  },
};

/** Requests of other editions that HJ 212-2017 lacks or numbers differently. */
export const requestsOfEditions: Record<Edition, Record<string, Execute>> = {
  2005: {
    1001: ({ device, value }) => {
      const seconds = within(value('WarnTime'), 1, 99_999);
      if (seconds === undefined) return exeRtn.condition;
      device.settings.set('WarnTime', String(seconds));
      return exeRtn.done;
    },
    1021: limitsRead,
    1022: limitsSet,
    1031: settingRead('ReportTarget', '127.0.0.1:8212'),
    1032: setting('ReportTarget', /^[^\s;,=&#]+$/),
    1041: settingRead('ReportTime', '0000'),
    1042: setting('ReportTime', /^([01]\d|2[0-3])[0-5]\d$/),
    2071: () => exeRtn.noData,
    3013: operation(SAMPLING_MS, '设备操作完成'),
    3014: operation(SAMPLING_MS, '采样时间已设置'),
  },
  2017: {},
  2025: {
    3022: stationWork('留样完成'),
    3024: operation(SAMPLING_MS, '标样核查完成'),
  },
  water: {
    ...loggerTime,
    3042: setting('RunMode', /^\d+$/),
    3043: reboot,
    3044: operation(SAMPLING_MS, '单次测量完成'),
    3045: stationWork('紧急停止'),
    3046: stationWork('转为待机'),
    3056: setting('RunInterval', /^\d+$/),
    3080: operation(SAMPLING_MS, '标样核查完成'),
    3081: operation(SAMPLING_MS, '加标回收完成'),
    3082: operation(SAMPLING_MS, '平行样测试完成'),
    3083: operation(SAMPLING_MS, '零点核查完成'),
    3084: operation(SAMPLING_MS, '跨度核查完成'),
    3085: operation(SAMPLING_MS, '空白校准完成'),
    3086: operation(SAMPLING_MS, '标样校准完成'),
    3100: stationWork('测试已停止'),
  },
};
