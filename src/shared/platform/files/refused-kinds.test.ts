import { describe, expect, it } from 'vitest';
import { isAllowedName, looksExecutable } from './refused-kinds.ts';

describe('refused kinds (docs/domain/limits.md)', () => {
  it('refuses programs by name and by first bytes', () => {
    expect(isAllowedName('informe.pdf.exe')).toBe(false);
    expect(isAllowedName('informe.pdf')).toBe(true);
    expect(looksExecutable(new Uint8Array([0x4d, 0x5a, 0x90]))).toBe(true);
    for (const head of ['7f454c46', 'feedface', 'feedfacf', 'cefaedfe', 'cffaedfe', '2321'])
      expect(looksExecutable(Buffer.from(`${head}00`, 'hex')), head).toBe(true);
    expect(looksExecutable(Buffer.from('feedfa00', 'hex'))).toBe(false);
    expect(looksExecutable(new TextEncoder().encode('%PDF-1.7'))).toBe(false);
    expect(looksExecutable(new Uint8Array())).toBe(false);
  });

  const REFUSED =
    'exe com bat cmd ps1 psm1 vb vbs vbe js jse mjs wsf wsh ws wsc sct hta msi msp mst msix appx application appref-ms ' +
    'appinstaller scr pif cpl msc inf reg gadget hlp chm lnk url scf library-ms search-ms searchconnector-ms ' +
    'settingcontent-ms diagcab jnlp jar xll xbap iso img vhd vhdx rdp iqy theme website py pyw deb rpm apk dmg pkg app ' +
    'command workflow action terminal fileloc inetloc webloc desktop sh bash appimage run bin so dylib';
  const KEPT =
    'pdf dwg dxf dwt rvt ifc nwd skp zip 7z rar p7m p7s msg eml pst docx docm dotm xlsx xlsm xlsb pptx pptm xlam ppam mdb ' +
    'accdb mpp csv txt html xml json sql ts css mht ini lsp cer crt pcd las shp dbf mat ics vcf jpg mp4 xps one cab';
  it.each([
    ['vsto', 'installs an add-in of Office'],
    ['oxt', 'installs an extension of LibreOffice'],
    ['slk', 'is a sheet whose macros Excel runs without the warning of a workbook'],
    [
      'odc',
      'connects Office to a server, with the person’s credentials; a chart of OpenDocument is hardly ever alone',
    ],
    ['osdx', 'adds a place to search in to Windows'],
    ['ppkg', 'sets up Windows'],
    ['wsb', 'runs commands in a sandbox, with folders of the computer in it'],
    ['appcontent-ms', 'starts a program, as settingcontent-ms does'],
    ['library-ms', 'shows folders of another server'],
    ['search-ms', 'searches on another server'],
    ['iqy', 'fetches a page into Excel'],
    ['application', 'installs a program of ClickOnce'],
  ])('refuses .%s, which %s', (extension) => {
    expect(isAllowedName(`Planilla.${extension}`)).toBe(false);
    expect(isAllowedName(`planilla.${extension.toUpperCase()} `)).toBe(false);
  });
  it.each(REFUSED.split(' '))('refuses .%s, whatever its case', (extension) => {
    for (const name of [`f.${extension}`, `Acta.pdf.${extension.toUpperCase()}`, `.${extension}`])
      expect(isAllowedName(name), name).toBe(false);
  });
  it.each(KEPT.split(' '))('takes .%s', (extension) => expect(isAllowedName(`f.${extension}`)).toBe(true));
  it.each([
    ...['f.exe.', 'f.exe ', 'f.exe . .', 'f.exe\u00a0', 'f.exe::$DATA', 'f.exe:x', 'Acta.txt:f.exe', ' .exe'],
    ...[
      'f.exe\u200b',
      'f.e\u200dxe',
      'f.exe\ufeff',
      'f.exe\u202e',
      'f.\u00adexe',
      'f.exe\t',
      'f.exe\u0000',
      'f.ex\ufe0fe',
    ],
    ...['f\uff0eexe', 'f.\uff45xe', 'f\u2024exe', 'f.exe\uff0e', 'f.exe\uff1a\uff1a$DATA'],
    ...['desktop.ini', 'Desktop.INI', 'autorun.inf', 'desktop.ini.', 'acad.lsp', 'ACADDOC.LSP', '.directory'],
  ])('judges a name as disks take it: %j is refused', (name) => expect(isAllowedName(name)).toBe(false));
  it.each([
    ...[
      'Reunión 10:30.pdf',
      'sin extensión',
      '.gitignore',
      'exe',
      'Obra 1.5 etapa',
      'Nota...',
      'js',
      'exe.pdf',
      '',
    ],
    ...['Mi escritorio.ini', 'rutina.lsp'],
  ])('and %j is taken', (name) => expect(isAllowedName(name)).toBe(true));
});
