import { type APIRequestContext, expect } from '@playwright/test';
import { call, password } from './people.ts';
import type { Station } from './station.ts';

/** Calls the API as administrator, without the page; a refusal fails the test. */
export type Ask = (path: string, body: object) => Promise<Record<string, unknown>>;

export async function asAdmin(request: APIRequestContext): Promise<Ask> {
  const { data } = await call(request, '/auth_login/login', { account: 'admin', password });
  return async (path, body) => {
    const answer = await call(request, path, body, String(data.access_token));
    expect(answer, path).toMatchObject({ code: 0 });
    return answer.data;
  };
}

interface List {
  data_info: Record<string, unknown>[];
}

export async function siteId(ask: Ask, { mn }: Station): Promise<unknown> {
  return ((await ask('/monitor/point/data', { mn })) as unknown as List).data_info[0]?.site_id;
}

export async function factorId(ask: Ask, code: string): Promise<unknown> {
  const { data_info } = (await ask('/monitor/point/component/data', {
    keyword: code,
    page_size: 100,
  })) as unknown as List;
  return data_info.find(({ code_2017 }) => code_2017 === code)?.component_id;
}
