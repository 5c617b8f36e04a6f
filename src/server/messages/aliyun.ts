import { createHmac } from 'node:crypto';

export interface AliyunSms {
  keyId: string;
  keySecret: string;
  signName: string;
  templateCode: string;
}

/** Aliyun's RPC signature, version 1.0: HMAC-SHA1 of the sorted, percent-encoded parameters. */
export function aliyunForm(
  settings: AliyunSms,
  mobile: string,
  template: Record<string, string>,
  nonce: string,
  now: Date,
): URLSearchParams {
  const parameters: Record<string, string> = {
    AccessKeyId: settings.keyId,
    Action: 'SendSms',
    Format: 'JSON',
    PhoneNumbers: mobile,
    RegionId: 'cn-hangzhou',
    SignName: settings.signName,
    SignatureMethod: 'HMAC-SHA1',
    SignatureNonce: nonce,
    SignatureVersion: '1.0',
    TemplateCode: settings.templateCode,
    TemplateParam: JSON.stringify(template),
    Timestamp: now.toISOString().replace(/\.\d+Z$/, 'Z'),
    Version: '2017-05-25',
  };
  const query = Object.keys(parameters)
    .sort()
    .map((name) => `${percent(name)}=${percent(parameters[name] ?? '')}`)
    .join('&');
  const signature = createHmac('sha1', `${settings.keySecret}&`)
    .update(`POST&${percent('/')}&${percent(query)}`)
    .digest('base64');
  return new URLSearchParams({ ...parameters, Signature: signature });
}

/** RFC 3986, stricter than encodeURIComponent. */
function percent(text: string): string {
  return encodeURIComponent(text).replace(
    /[!'()*]/g,
    (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}
