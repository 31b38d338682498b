import type { Server } from 'node:http';
import { ApiError } from '../errors.ts';

/** What Node's parser gives up on, before there is a request, is answered in the form of every other error. */
export function answerClientErrors(http: Server): void {
  http.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    if (error.code === 'ECONNRESET' || !socket.writable) return socket.destroy();
    const line =
      error.code === 'HPE_HEADER_OVERFLOW' ? '431 Request Header Fields Too Large' : '400 Bad Request';
    const body = JSON.stringify(new ApiError('invalid').body());
    socket.end(
      `HTTP/1.1 ${line}\r\nConnection: close\r\nContent-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
    );
  });
}
