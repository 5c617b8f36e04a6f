import { connect, type Socket } from 'node:net';
import { upload } from '#test/helpers/upload.ts';
import { test as base } from './signed-in.ts';

/** A station connected to the product's gateway. */
export interface Station {
  mn: string;
  /** Current values by national code. */
  sendNow(values: Record<string, number>): void;
  sendHour(start: string, values: Record<string, number>): void;
  send(bytes: Uint8Array | string): void;
}

interface Stations {
  /** Creates a site and connects its station. */
  site(site_name: string, more?: object): Promise<Station>;
  /** Connects an unregistered device. */
  stranger(): Promise<Station>;
  /** Through the API, like another user. */
  rename(station: Station, site_name: string): Promise<void>;
  remove(station: Station): Promise<void>;
}

let count = 0;

export const test = base.extend<{ stations: Stations }>({
  stations: async ({ product }, use) => {
    const sockets: Socket[] = [];
    const dial = async (): Promise<Station> => {
      const socket = connect(product.gatewayPort, '127.0.0.1');
      sockets.push(socket);
      await new Promise((resolve, reject) => socket.once('connect', resolve).once('error', reject));
      count += 1;
      const mn = `E2E${process.pid}_${count}`;
      const say = (bytes: Uint8Array | string) => void socket.write(bytes);
      return {
        mn,
        send: say,
        sendNow: (values) => say(upload(mn, '2011', wireTime(new Date()), values)),
        sendHour: (start, values) => say(upload(mn, '2061', wireTime(new Date(start)), values)),
      };
    };
    await use({
      stranger: dial,
      site: async (site_name, more) => {
        const station = await dial();
        await addSite(product.url, { mn: station.mn, site_name: `${site_name} ${station.mn}`, ...more });
        return station;
      },
      rename: async ({ mn }, site_name) => {
        const call = await asManager(product.url);
        const { data_info } = await call<List<{ site_id: number; version: number }>>('/monitor/point/data', {
          mn,
        });
        for (const { site_id, version } of data_info)
          await call('/monitor/point/edit', { site_id, version, site_name });
      },
      remove: async ({ mn }) => {
        const call = await asManager(product.url);
        await call('/monitor/point/devices/delete', { mns: [mn] });
      },
    });
    for (const socket of sockets) socket.destroy();
  },
});

/** The network's local time in the format of packets. */
export function wireTime(at: Date): string {
  return new Date(at.getTime() + 8 * 3_600_000).toISOString().replace(/\D/g, '').slice(0, 14);
}

/** A different account than the pages use: further sign-ins would end the sessions there. */
const manager = { account: 'manager', password: 'lanjing123' };

async function asManager(url: string) {
  const { access_token } = await send<{ access_token: string }>(`${url}/auth_login/login`, manager);
  return <Answer>(path: string, body: object) => send<Answer>(`${url}${path}`, body, access_token);
}

async function addSite(url: string, fields: object): Promise<void> {
  const call = await asManager(url);
  const [agreements, products] = await Promise.all([
    call<List<{ agreement_id: number }>>('/monitor/point/agreement/data', {}),
    call<List<{ product_id: number }>>('/monitor/point/product/data', {}),
  ]);
  const product_id =
    products.data_info[0]?.product_id ??
    (await call<{ product_id: number }>('/monitor/point/product/add', { product_name: '微型站' })).product_id;
  await call('/monitor/point/add', {
    province_code: '320000',
    city_code: '320100',
    area_code: '320102',
    address: '玄武巷 1 号',
    longitude: 118.79,
    latitude: 32.07,
    interval_seconds: 60,
    agreement_id: agreements.data_info[0]?.agreement_id,
    product_id,
    ...fields,
  });
}

interface List<Row> {
  data_info: Row[];
}

async function send<Answer>(url: string, body: object, access_token?: string): Promise<Answer> {
  const response = await fetch(url, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      OperationPlatform: 'Web',
      IMEI: 'e2e-stations',
      ...(access_token ? { access_token } : {}),
    },
    body: JSON.stringify(body),
  });
  const { code, data, message } = (await response.json()) as { code: number; data: Answer; message: string };
  if (code !== 0) throw new Error(`${url}: ${code} ${message}`);
  return data;
}

export { expect, spaced } from './signed-in.ts';
