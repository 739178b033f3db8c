package org.peerlock.internal.registry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.peerlock.registry.TimeLimits.TIMEOUT;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.peerlock.registry.TaggedBytes;

class RegistryFilesTest {

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
        assertThat(RegistryFiles.overNetwork(type)).isTrue();
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
        assertThat(RegistryFiles.overNetwork(type)).isFalse();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"fuse", "fuse.sshfs", "fuse.s3fs", "fuse.rclone", "fuse.never-heard-of", "macfuse", "osxfuse"})
    void aFileSystemThatAProgramServesMayBeShared(String type) {
        assertThat(RegistryFiles.overNetwork(type)).isTrue();
    }

    @Test
    void unlessItIsKnownNotToBe() {
        assertThat(RegistryFiles.overNetwork("fuse.fuse-overlayfs")).isFalse();
    }

    @Test
    void aRootMayNameAnotherMachine() {
        assertThat(RegistryFiles.isRemoteRoot("\\\\server\\share\\")).isTrue();
        assertThat(RegistryFiles.isRemoteRoot("C:\\")).isFalse();
        assertThat(RegistryFiles.isRemoteRoot("/")).isFalse();
    }

    @Test
    void aDirectoryOnADiskIsAccepted(@TempDir Path directory) {
        assertThatCode(() -> RegistryFiles.refuseNetwork(directory.toRealPath()))
                .doesNotThrowAnyException();
    }

    @ParameterizedTest
    @ValueSource(strings = {"cluster-state.lock", "cluster-state"})
    void aSymbolicLinkInPlaceOfAFileIsNotFollowed(String name, @TempDir Path directory) throws IOException {
        Path elsewhere = Files.createFile(directory.resolve("elsewhere"));
        FileRegistryStore store = new FileRegistryStore(directory.resolve("registry"));
        Files.createSymbolicLink(directory.resolve("registry").resolve(name), elsewhere);
        assertThatThrownBy(() -> store.compareAndSet(TaggedBytes.ABSENT.tag(), new byte[] {1}, TIMEOUT))
                .isInstanceOf(IOException.class);
        assertThat(elsewhere).isEmptyFile();
    }
}
