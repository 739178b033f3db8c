package org.peerlock.registry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class FileSystemsTest {

    @ParameterizedTest
    @ValueSource(
            strings = {
                "nfs",
                "nfs4",
                "NFS",
                "cifs",
                "smb3",
                "smbfs",
                "9p",
                "virtiofs",
                "vboxsf",
                "ceph",
                "lustre",
                "gfs2"
            })
    void machinesShareIt(String type) {
        assertThat(FileSystems.overNetwork(type)).isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "ext4",
                "xfs",
                "btrfs",
                "zfs",
                "tmpfs",
                "overlay",
                "apfs",
                "hfs",
                "NTFS",
                "ReFS",
                "fuseblk",
                "squashfs"
            })
    void thisMachineHasItForItself(String type) {
        assertThat(FileSystems.overNetwork(type)).isFalse();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"fuse", "fuse.sshfs", "fuse.s3fs", "fuse.rclone", "fuse.never-heard-of", "macfuse", "osxfuse"})
    void whatAProgramServesMayBeShared(String type) {
        assertThat(FileSystems.overNetwork(type)).isTrue();
    }

    @Test
    void unlessItIsKnownNotToBe() {
        assertThat(FileSystems.overNetwork("fuse.fuse-overlayfs")).isFalse();
    }

    @Test
    void aRootMayNameAnotherMachine() {
        assertThat(FileSystems.isRemoteRoot("\\\\server\\share\\")).isTrue();
        assertThat(FileSystems.isRemoteRoot("C:\\")).isFalse();
        assertThat(FileSystems.isRemoteRoot("/")).isFalse();
    }

    @Test
    void aDirectoryOnADiskIsAccepted(@TempDir Path directory) {
        assertThatCode(() -> FileSystems.refuseNetwork(directory.toRealPath())).doesNotThrowAnyException();
    }
}
