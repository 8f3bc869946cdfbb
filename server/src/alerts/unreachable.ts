import { Unreachable } from '../deliveries/delivery.ts'

/** Errors of a connection that carried no request yet. */
const NOT_CONNECTED =
  /^(ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|UND_ERR_CONNECT_TIMEOUT|EPROTO|ERR_TLS_.*|ERR_SSL_.*|.*CERT.*|UNABLE_TO_.*)$/

/** `Unreachable` for an error without a connection. Any other error stays: the other side may have taken the request. */
export const unreachableOr = (error: unknown): unknown =>
  NOT_CONNECTED.test((error as { code?: string }).code ?? '')
    ? new Unreachable('The server could not be reached', { cause: error })
    : error
