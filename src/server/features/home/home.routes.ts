import { handlers } from '#server/http/handlers.ts';
import { home } from '#shared/contract/home/home.ts';
import { compare } from './compare.ts';
import { newest } from './newest.ts';
import { replay } from './replay.ts';
import { station } from './station.ts';

export const homeRoutes = handlers(home, { newest, replay, station, compare });
