/**
 * Kinds of files that are never accepted: what runs, installs, mounts or sends somebody's credentials when it is opened
 * or merely looked at. Sources: what Outlook blocks among attachments, what Windows marks as dangerous
 * (`AssocIsDangerous`), what Gatekeeper calls unsafe, and what Linux desktops start. Left out of them is what offices
 * and construction firms store: drawings, archives, mails and mailboxes (`pst`), certificates, databases of Access, point
 * clouds (`pcd`), material data (`mat`), notebooks of OneNote (`one`), which asks before it opens what lies in them, and Office files with
 * macros, which Office itself asks about.
 */
const BY_REASON = {
  programsOfWindows:
    'exe com scr pif cpl dll ocx sys drv vxd efi mui bat cmd btm msi msix msixbundle msp mst msu appx appxbundle ' +
    'appinstaller appref-ms application gadget xbap xll wll mof vsto ppkg',
  scripts:
    'js jse mjs cjs vb vbe vbs vbscript ws wsc wsf wsh sct hta htc ps1 ps1xml ps2 ps2xml psm1 psd1 psdm1 psc1 psc2 ' +
    'pssc cdxml msh msh1 msh2 mshxml msh1xml msh2xml py pyc pyo pyw pyz pyzw pl jar jnlp class sh bash csh ksh zsh ' +
    'fish command tool',
  // A sandbox that runs what its settings say.
  settingsOfWindows:
    'wsb appcontent-ms reg inf ins isp msc settingcontent-ms diagcab diagcfg diagpkg theme themepack deskthemepack',
  helpOfWindows: 'chm hlp its',
  // They start something else, or reach a server with the person's credentials when their folder is shown.
  pointers:
    'lnk url website scf shb shs library-ms search-ms searchconnector-ms webpnp printerexport rdp wcx udl xnk iqy dqy ' +
    'oqy rqy odc osdx contact desktop webloc fileloc inetloc',
  // What lies in a mounted image has no mark of the web.
  images: 'iso img vhd vhdx vmdk dmg sparseimage sparsebundle',
  programsOfMac:
    'app pkg mpkg dylib kext osax prefpane qlgenerator saver wdgt workflow action terminal scpt scptd applescript ' +
    'mobileconfig configprofile',
  // LibreOffice installs it.
  extensionsOfLibreOffice: 'oxt',
  // Excel runs the macros and links in it without the warning that workbooks get.
  sheetsOfOldTimes: 'slk',
  programsOfLinux: 'appimage deb rpm run bin elf so ko snap flatpak flatpakref flatpakrepo',
  programsOfPhonesAndBrowsers: 'apk apkm xapk aab ipa air crx xpi vsix',
  programsOfDatabases:
    'ade adp mde accde fxp mad maf mag mam maq mar mas mau mav maw mda mdt mdw mdz vsmacros vsw',
};

/** Extensions, in lower case. */
export const REFUSED_EXTENSIONS: ReadonlySet<string> = new Set(
  Object.values(BY_REASON).flatMap((list) => list.split(' ')),
);

/**
 * Whole names, in lower case: what a file manager or AutoCAD obeys when the folder in which they lie, or a drawing
 * beside them, is opened.
 */
export const REFUSED_NAMES: ReadonlySet<string> = new Set(
  (
    'desktop.ini autorun.inf folder.htt .directory acad.lsp acad.fas acad.vlx acad.mnl acad.rx acad.dvb acaddoc.lsp ' +
    'acaddoc.fas acaddoc.vlx'
  ).split(' '),
);

/** Format and control characters, and others that have no width: no disk's user sees them. */
const UNSEEN =
  /\p{Cc}|\p{Cf}|\u034f|\u115f|\u1160|\u17b4|\u17b5|[\u180b-\u180f]|\u3164|[\ufe00-\ufe0f]|\uffa0/gu;

/**
 * What a disk may make of a name, in lower case: full-width and other compatible characters as what they stand for,
 * without characters that nobody sees, and without trailing dots and spaces. `a:b` is two names, because NTFS takes what
 * follows a colon for a stream of the file before it.
 */
export const namesOnDisks = (name: string): readonly string[] =>
  name
    .replace(UNSEEN, '')
    .normalize('NFKC')
    .toLowerCase()
    .split(':')
    .map((part) => part.trim().replace(/[\s.]+$/u, ''));

/**
 * Whether files with this name may be uploaded at all (docs/domain/limits.md): not if any disk would take it for a
 * program or for something else that runs. What was stored before stays readable.
 */
export const isAllowedName = (name: string): boolean =>
  namesOnDisks(name).every(
    // `.exe` alone has an extension for Windows.
    (part) =>
      !REFUSED_NAMES.has(part) &&
      !REFUSED_EXTENSIONS.has(part.slice(part.lastIndexOf('.') + 1 || part.length)),
  );

const SIGNATURES: readonly (readonly number[])[] = [
  [0x4d, 0x5a], // MZ: Windows programs and libraries
  [0x7f, 0x45, 0x4c, 0x46], // ELF
  [0xfe, 0xed, 0xfa, 0xce], // Mach-O, in its four spellings
  [0xfe, 0xed, 0xfa, 0xcf],
  [0xce, 0xfa, 0xed, 0xfe],
  [0xcf, 0xfa, 0xed, 0xfe],
  [0x23, 0x21], // #!
];

/** Whether the first bytes are those of a program, whatever the file's name is. */
export const looksExecutable = (head: Uint8Array): boolean =>
  SIGNATURES.some((signature) => signature.every((byte, at) => head[at] === byte));
